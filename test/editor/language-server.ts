/** Drives the YAML language server that editors use, over its own protocol: a text → problems, hovers and completion. */

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

interface Position {
  line: number;
  character: number;
}

interface Diagnostic {
  message: string;
  range: { start: Position };
}

interface CompletionItem {
  label: string;
  insertText?: string;
  documentation?: string | { value: string };
}

export interface LanguageServer extends AsyncDisposable {
  /** `line:column message`, counted from 1. */
  problems(text: string): Promise<string[]>;
  /** The Markdown over the `|` in the text. */
  hover(text: string): Promise<string>;
  /** What is offered at the `|` in the text. */
  complete(text: string): Promise<CompletionItem[]>;
}

/** Starts the server with one schema for every file. */
export async function startLanguageServer(schemaPath: string): Promise<LanguageServer> {
  const manifest = createRequire(import.meta.url).resolve('yaml-language-server/package.json');
  const child = spawn(process.execPath, [join(dirname(manifest), 'bin/yaml-language-server'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const schemas = { [pathToFileURL(schemaPath).href]: '*.yaml' };
  const yaml = { validate: true, hover: true, completion: true, schemas, schemaStore: { enable: false } };
  const waiting = new Map<string, (diagnostics: Diagnostic[]) => void>();
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) =>
    waiting.get(uri)?.(diagnostics),
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: { section: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? yaml : {})),
  );
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
      },
    },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: { yaml } });

  let opened = 0;
  async function open(text: string) {
    opened += 1;
    const uri = `file:///workspace/endpoint-${opened}.yaml`;
    const { promise, resolve } = Promise.withResolvers<Diagnostic[]>();
    waiting.set(uri, resolve);
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    return { uri, diagnostics: promise };
  }
  async function ask<Answer>(method: string, text: string): Promise<Answer> {
    const before = text.slice(0, text.indexOf('|')).split('\n');
    const { uri } = await open(text.replace('|', ''));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return connection.sendRequest<Answer>(method, { textDocument: { uri }, position });
  }
  return {
    async problems(text) {
      const { diagnostics } = await open(text);
      return (await diagnostics).map(
        ({ range: { start }, message }) => `${start.line + 1}:${start.character + 1} ${message}`,
      );
    },
    async hover(text) {
      const answer = await ask<{ contents: { value: string } } | null>('textDocument/hover', text);
      return answer?.contents.value ?? '';
    },
    async complete(text) {
      return (await ask<{ items: CompletionItem[] } | null>('textDocument/completion', text))?.items ?? [];
    },
    async [Symbol.asyncDispose]() {
      connection.dispose();
      child.kill();
    },
  };
}
