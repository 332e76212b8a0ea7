/** What a case of an issue is: a text, what is checked beside parsing it, and every issue that must come out. */

import { checkLimits } from '../../../src/check/limits.ts';
import { checkCreation, checkDocuments } from '../../../src/check/plan.ts';
import type { Limits } from '../../../src/model/endpoint.ts';
import type { Issue, SpecDocument } from '../../../src/spec/issue.ts';
import { duplicateNames } from '../../../src/spec/parse.ts';
import { secretVariables } from '../../../src/spec/secrets.ts';
import { type Inputs, overridesOf, parseText } from '../reading.ts';

type Check = ('none' | 'limits' | 'brokenLimits' | 'unplanned' | 'creation') | ('validation' | 'names' | 'secrets');

export interface IssueCase {
  readonly title: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly inputs?: Inputs;
  readonly check?: Check;
  /** Only so many of the last issues are written down. */
  readonly last?: number;
  readonly expected: readonly string[];
}

const isIssue = (line: unknown) => typeof line === 'string' && /^ {2}(?:\d+:\d+|input [\w-]+) /.test(line);

/** Texts, each followed by the issues that have to come out of it, indented. */
export function issueCases(...lines: readonly (string | IssueCase)[]): IssueCase[] {
  const cases: (IssueCase & { expected: string[] })[] = [];
  for (const line of lines) {
    if (typeof line !== 'string') cases.push({ ...line, expected: [...line.expected] });
    else if (isIssue(line)) cases.at(-1)?.expected.push(line.slice(2));
    else cases.push({ title: line.slice(0, 200), text: line, expected: [] });
  }
  return cases;
}

/** Such a text with the text around it, or in its place. */
export function given(beside: Pick<IssueCase, 'bytes' | 'inputs' | 'check' | 'last'>, text = ''): IssueCase {
  return { title: text.slice(0, 200), text, expected: [], ...beside };
}

/** Limits as they are known to be (service-observed.md), the number of workers and the wait made small. */
const limits: Limits = {
  ...{ minRootfsSize: 10, maxRootfsSize: 100 },
  ...{ minLocalVolumeSize: 10, maxLocalVolumeSize: 300 },
  ...{ minWorkerNum: 1, maxWorkerNum: 10 },
  ...{ minFreeTimeout: 1, maxFreeTimeout: 1000 },
  ...{ minConcurrencyNum: 1, maxConcurrencyNum: 1000 },
  ...{ minQueueWaitTime: 1, maxQueueWaitTime: 60 },
  ...{ minRequestNum: 1, maxRequestNum: 1000 },
  ...{ minGPUNum: 1, maxGPUNum: 8 },
  ...{ minRequestTimeout: 1, maxRequestTimeout: 1800 },
  cudaVersionList: ['12.4', '12.8'],
};

/** Ends that contradict each other, one end alone, no list. */
const brokenLimits: Limits = { minWorkerNum: 5, maxWorkerNum: 1, minFreeTimeout: 1 };

export function issuesOf({ text, bytes, inputs = {}, check = 'none' }: IssueCase): Issue[] {
  const { documents, issues } = parseText(bytes ?? text ?? '', inputs);
  const { variables } = overridesOf(inputs);
  const ofEach = (judge: (document: SpecDocument) => readonly Issue[]) => [...issues, ...documents.flatMap(judge)];
  const declared = ['key-of-the-service', 'true', ''];
  const checks = {
    none: () => issues,
    limits: () => ofEach((document) => checkLimits({ document, limits, mayExceed: false })),
    brokenLimits: () => ofEach((document) => checkLimits({ document, limits: brokenLimits, mayExceed: false })),
    unplanned: () => [...issues, ...checkDocuments(documents, { limits: undefined, mayExceed: false })],
    creation: () => ofEach((document) => checkCreation(document, 'error')),
    validation: () => ofEach((document) => checkCreation(document, 'notice')),
    secrets: () => secretVariables(variables, declared).map(({ issue }) => issue),
    names: () => [...issues, ...duplicateNames(documents)],
  };
  return [...checks[check]()];
}
