/** A stand-in for `@actions/core` that keeps what one run says, so that several runs can go on at once in one process. */

import { readFileSync } from 'node:fs';
import type { AnnotationProperties } from '@actions/core';
import { parse } from 'yaml';
import type { Toolkit } from '../../src/github/workflow.ts';

const action: { inputs: Record<string, { default: string }> } = parse(readFileSync('action.yml', 'utf8'));

/** What a runner fills in where the workflow does not name an input; an expression is empty. */
const inputDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(action.inputs).map(([name, { default: text }]) => [name, text.startsWith('${{') ? '' : text]),
);

export interface RecordingToolkit extends Toolkit {
  /** Standard output to the letter. */
  readonly raw: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The summary file. */
  readonly summaryText: string;
  /** Keeps nothing that is said from now on, as of a process that is no more. */
  stop(): void;
}

/** Inputs that are left out have the default of action.yml, as with a runner; an expression as a default is empty. */
export function recordToolkit(inputs: Readonly<Record<string, string>> = {}): RecordingToolkit {
  let raw = '';
  let summaryText = '';
  let isStopped = false;
  const outputs: Record<string, string> = {};
  const print = (line: string) => {
    if (!isStopped) raw += `${line}\n`;
  };
  const command = (
    name: string,
    message: string,
    properties: Readonly<Record<string, string | number | undefined>> = {},
  ) => {
    const given = Object.entries(properties).filter(([, value]) => value !== undefined && value !== '' && value !== 0);
    const list = given.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(',');
    print(`::${name}${list === '' ? '' : ` ${list}`}::${escapeData(message)}`);
  };
  const annotate =
    (severity: string) =>
    (message: string, properties: AnnotationProperties = {}) =>
      command(severity, message, {
        title: properties.title,
        file: properties.file,
        line: properties.startLine,
        endLine: properties.endLine,
        col: properties.startColumn,
        endColumn: properties.endColumn,
      });
  return {
    getInput: (name, { trimWhitespace = true } = {}) => {
      const text = inputs[name] ?? inputDefaults[name] ?? '';
      return trimWhitespace ? text.trim() : text;
    },
    info: print,
    debug: (text) => command('debug', text),
    startGroup: (name) => command('group', name),
    endGroup: () => command('endgroup', ''),
    error: annotate('error'),
    warning: annotate('warning'),
    notice: annotate('notice'),
    setSecret: (secret) => command('add-mask', secret),
    setOutput: (name, value) => {
      if (!isStopped) outputs[name] = value;
    },
    writeSummary: (_, text) => {
      if (!isStopped) summaryText = text;
    },
    get raw() {
      return raw;
    },
    outputs,
    get summaryText() {
      return summaryText;
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Every input as a runner hands it over. */
export function givenInputs(inputs: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...inputDefaults, ...inputs };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
