/** What imports what in src/, read from the files themselves. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

export interface SourceFile {
  /** Below src/, with forward slashes. */
  path: string;
  text: string;
}

export interface SourceImport {
  from: string;
  /** A path below src/, or the name of a package. */
  to: string;
  /** Erased by the compiler: knowledge of a shape, not of behaviour. */
  isType: boolean;
}

export function readSources(): SourceFile[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));
}

export function importsOf(sources: readonly SourceFile[]): SourceImport[] {
  return sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(
        /(?:^|\n)(?:import|export)\s+(type\s+)?([^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
      ),
      ([, type, names, specifier, dynamic]) => {
        const to = specifier ?? dynamic ?? '';
        const isType = type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*from\s+$/.test(names ?? '');
        return { from: path, to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to, isType };
      },
    ),
  );
}

/** The folder of a file, or the file itself (without its ending) at the top. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.ts$/, '');
}

/** What each folder holds, in the order in which data flows. */
const contents: Readonly<Record<string, string>> = {
  model: 'the table of members, and what follows from it: Spec, configuration, desired, diff, record',
  spec: 'text → Spec or issues, with positions',
  check: 'Spec × limits × live × plan → issues',
  plan: 'Spec × live → Plan: which calls, the digest, the name of a preview',
  http: 'one engine for every service: connections, bodies, failures, retries',
  secrets: 'text of others without secrets, in the forms that docs/security.md lists',
  service: "the service's API on that engine: wire forms, list, client",
  account: 'the endpoints of an account, asked patiently: by names, by ID, or all of them; and their deletion',
  tests: 'the tests of a spec: request, answer, verdict, and how long each took',
  compare: 'samples of two endpoints → verdicts, and the rounds in which they are taken',
  registry: 'image registries on that engine: references, logins, manifests',
  rollout: 'Plan × client → events; the end is folded from them',
  github: "GitHub's API, the event, the workflow's reporter",
  render: 'plan, outcome, issues, progress → text and Markdown',
  deploy: 'what the command `deploy` does: plans, permission, rollouts side by side, comparison',
  previews: 'previews of pull requests: what a run decides about them, and how they end',
  commands: 'one file a command: it asks, decides, and returns its end',
  inputs: 'the inputs and the table of commands',
  run: 'a run without its process: connections, the end of a command as a value, and the one place that tells it',
  cli: 'the command line: arguments, help, the terminal',
};

/** Markdown rows: a folder, what it holds, and which other folders it imports; types in italics. */
export function folderRows(): string[][] {
  const imports = importsOf(readSources()).filter(({ to }) => to.endsWith('.ts'));
  return Object.entries(contents).map(([folder, holds]) => {
    const targets = (isType: boolean) =>
      new Set(
        imports
          .filter((each) => folderOf(each.from) === folder && each.isType === isType && each.to.includes('/'))
          .map(({ to }) => folderOf(to))
          .filter((to) => to !== folder),
      );
    const values = targets(false);
    const types = targets(true).difference(values);
    const shown = [...[...values].sort().map((name) => `\`${name}\``), ...[...types].sort().map((name) => `*${name}*`)];
    return [`\`src/${folder}/\``, holds, shown.join(', ')];
  });
}
