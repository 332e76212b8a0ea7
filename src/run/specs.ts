/** Spec files → documents with their issues, also about their images, and the report of every issue at its place. */

import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Ask } from '../account/reads.ts';
import { checkImage, type ImageAnswer } from '../check/image.ts';
import { DeployError, type ErrorCode, inputsInvalid, knownError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { hasRightAnswer } from '../model/tests.ts';
import type { ResolvedImage } from '../plan/plan.ts';
import { askAgain } from '../poll.ts';
import { parseReference } from '../registry/reference.ts';
import type { Registries } from '../registry/registries.ts';
import { chooseIssues, countIssues, issueAnnotation, issueSummary, issueTable } from '../render/failure.ts';
import { tellRunFailure } from '../render/run-failure.ts';
import { type Issue, type IssueCode, issueAt, type SpecDocument, sortIssues } from '../spec/issue.ts';
import { duplicateNames, type ParsedFile, parseSpecFile } from '../spec/parse.ts';
import type { parsePrompts } from '../spec/prompts.ts';
import { noRightAnswer } from '../spec/rules.ts';
import { secretVariables, warnOddValues } from '../spec/secrets.ts';
import { unusedVariables } from '../spec/warnings.ts';
import { pauses, registryPatienceMs } from '../times.ts';
import type { CommandContext } from './context.ts';
import type { NamedEndpoint } from './named-endpoints.ts';

export interface ReadSpecs {
  /** One for each YAML document of each file, broken ones included. */
  documents: readonly SpecDocument[];
  issues: readonly Issue[];
}

/** The specs with everything that can be said of them offline. From here on the reporter hides their env values. */
export async function readSpecs(context: CommandContext): Promise<ReadSpecs> {
  const { inputs, connections, reporter, signal } = context;
  const files = await connections.workspace.readSpecs(inputs.spec);
  const parsed: (ParsedFile & { path: string })[] = [];
  for (const file of files) {
    // Many files take seconds: signals and time limits are heard between them.
    if (parsed.length > 0) await setImmediate().then(() => signal.throwIfAborted());
    const { path } = file;
    parsed.push({ path, ...parseSpecFile(file, inputs) });
  }
  const readPrompts = promptReader(context);
  const asked = await Promise.all(
    parsed.flatMap(({ path, documents }) =>
      documents.map((document) => {
        const prompts = promptsFor(document, context);
        return prompts === undefined ? { document, issues: [] } : withPrompts(document, readPrompts(path, prompts));
      }),
    ),
  );
  const documents = asked.map(({ document }) => document);
  for (const { plainValues } of documents) for (const value of plainValues) reporter.addPlain(value);
  for (const { secretValues } of documents) for (const value of secretValues) reporter.addSecret(value);
  const secrets = secretVariables(inputs.variables, [inputs.apiKey, ...inputs.secretEnvs.values()]);
  for (const { value } of secrets) reporter.addSecret(value);
  assertInputsFit(inputs, documents);
  const issues = [
    ...parsed.flatMap((file) => file.issues),
    ...asked.flatMap(({ issues }) => issues),
    ...duplicateNames(documents),
    ...secrets.map(({ issue }) => issue),
    ...warnOddValues('secret-envs', inputs.secretEnvs),
    ...warnOddValues('variables', inputs.variables),
    ...unusedVariables(inputs.variables, documents),
  ];
  return { documents, issues };
}

/** The path of the file of prompts that is needed; undefined for none: production itself is not compared. */
function promptsFor({ readable, ownName }: SpecDocument, { inputs, preview }: CommandContext): string | undefined {
  const { compare, candidate = false, name = ownName } = readable;
  const { with: other = ownName } = compare ?? {};
  const { command } = inputs;
  const isOther = ![ownName, other].includes(name);
  const isCompared = command === 'test' ? isOther : ['deploy', 'plan'].includes(command) && (isOther || candidate);
  return command === 'validate' || preview || isCompared ? compare?.prompts : undefined;
}

type Prompts = ReturnType<typeof parsePrompts>;

/** Reads each file once. */
function promptReader({ connections, signal }: CommandContext) {
  const files = new Map<string, Prompts>();
  const read = async (spec: string, path: string): Prompts => {
    const { maxPromptBytes, parsePrompts } = await import('../spec/prompts.ts');
    const file = await connections.workspace.readBeside(spec, path, maxPromptBytes);
    return parsePrompts(file, () => setImmediate().then(() => signal.throwIfAborted()));
  };
  return (spec: string, path: string): Prompts => {
    const key = join(dirname(spec), path);
    const prompts = files.get(key) ?? read(spec, path);
    files.set(key, prompts);
    return prompts;
  };
}

/** The document with the prompts that its comparison asks. */
async function withPrompts(
  document: SpecDocument,
  reading: Prompts,
): Promise<{ document: SpecDocument; issues: readonly Issue[] }> {
  const { readable, spec } = document;
  const { worse, requests } = readable.compare ?? {};
  try {
    const { set, issues } = await reading;
    if (issues.length > 0) return { document, issues };
    const isVain = worse !== undefined && !set.prompts.slice(0, requests).some(({ test }) => hasRightAnswer(test));
    if (isVain) return { document, issues: [issueAt(document, ['compare', 'worse'], noRightAnswer)] };
    if (!spec?.compare) return { document, issues };
    // A line without headers may need the key of the model that a test has.
    const headers = readable.tests?.find(({ headers }) => headers)?.headers;
    const prompts = set.prompts.map((prompt) => ({ ...prompt, test: { ...(headers && { headers }), ...prompt.test } }));
    const compare = { ...spec.compare, set: { ...set, prompts } };
    return { document: { ...document, spec: { ...spec, compare } }, issues };
  } catch (error) {
    if (!(error instanceof DeployError) || error.code !== 'inputs-invalid') throw error;
    const words = { what: `cannot be read: ${error.message}`, hint: error.hint };
    return { document, issues: [issueAt(document, ['compare', 'prompts'], words)] };
  }
}

/** The names in the specs, of which nothing else has to be right. With an input that names the endpoint, no spec. */
export async function readNames(context: CommandContext): Promise<NamedEndpoint[]> {
  const { name, endpointId } = context.inputs;
  if (name !== '' || endpointId !== '') return [{ name }];
  const { documents, issues } = await readSpecs(context);
  const named = documents.flatMap((document) => {
    const { name } = document.readable;
    const isWrong = document.issues.some(({ severity, path }) => severity === 'error' && path[0] === 'name');
    return name === undefined || isWrong ? [] : { name, document };
  });
  if (named.length < documents.length || named.length === 0) await reportIssues(issues, context);
  return named;
}

/** The names that specs give. */
export const namesIn = (documents: readonly SpecDocument[]) => documents.flatMap(({ readable }) => readable.name ?? []);

/** The specs that can be read: none of them is needed, and none has to be right. */
export async function readSpecsIfAny(context: CommandContext): Promise<readonly SpecDocument[]> {
  const read = await readSpecs(context).catch(knownError);
  return read instanceof DeployError ? [] : read.documents;
}

/** The same as the files have them, whatever name the inputs give. */
export function readFilesIfAny(context: CommandContext): ReturnType<typeof readSpecsIfAny> {
  return readSpecsIfAny({ ...context, inputs: { ...context.inputs, name: '', endpointId: '' } });
}

/** `image`, `name` and `endpoint-id` can mean one spec only; lines of `image` have to name specs that there are. */
function assertInputsFit({ name, endpointId, image }: Inputs, documents: readonly SpecDocument[]): void {
  const count = documents.length;
  const ofOne = { name, 'endpoint-id': endpointId, image: image.get('') };
  const [input] = Object.entries(ofOne).find(([, value]) => value) ?? [];
  if (input && count > 1)
    throw inputsInvalid(
      `\`${input}\` is for one spec, but \`spec\` matches ${count} specs`,
      `Remove \`${input}\`, or let \`spec\` match a single spec. ` +
        '`image` takes one `name=image` per line for several.',
    );
  const names = namesIn(documents);
  const unknown = [...image.keys()].filter((each) => each !== '' && !names.includes(each));
  // The line may be for a broken spec, whose name is unknown.
  if (unknown.length > 0 && names.length === count)
    throw inputsInvalid(
      `\`image\` names ${unknown.map((each) => `\`${each}\``).join(', ')}, but no spec has that name`,
      `The specs are: ${names.join(', ')}.`,
    );
}

/** Errors with a code of their own, where the specs have no other error. */
const ownCodes: { readonly [code in IssueCode]?: ErrorCode } = {
  'outside-limits': 'limits-exceeded',
  'image-not-found': 'image-not-found',
  'image-platform': 'image-platform',
  'image-unresolved': 'image-unresolved',
};

/** Annotates and summarizes the issues; throws a `DeployError`, as `refusedBy` tells it, if one of them is an error. */
export async function reportIssues(
  issues: readonly Issue[],
  context: CommandContext,
  refusedBy?: (failure: DeployError) => DeployError | undefined,
): Promise<void> {
  if (issues.length === 0) return;
  const { reporter } = context;
  const sorted = sortIssues(issues);
  const chosen = chooseIssues(sorted, reporter.annotationsPerSeverity);
  for (const issue of chosen) reporter.annotate(issueAnnotation(issue));
  const left = sorted.length - chosen.length;
  if (left > 0)
    reporter.info(`${left} more are in the summary: GitHub shows at most ten annotations of each kind for a step.`);
  const errors = sorted.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return reporter.summarize(issueSummary(sorted), 'note');
  const places = sorted.map(({ position }) => ('input' in position ? `\`${position.input}\`` : position.file));
  const message = `${[...new Set(places)].join(', ')}: ${countIssues(sorted)}`;
  const [only, ...others] = new Set(errors.map(({ code }) => ownCodes[code]));
  const code = (others.length === 0 && only) || 'spec-invalid';
  const failure = new DeployError({ code, message, issues: issueTable(sorted) });
  const titled = tellRunFailure(refusedBy?.(failure) ?? failure, context, { isTold: true });
  await reporter.summarize(issueSummary(sorted, titled.title), 'failed');
  throw titled;
}

type RegistryAsk = Ask & { connections: { registries(): Promise<Registries> } };

interface ImageQuestion {
  document: SpecDocument;
  /** The image as the spec or the input has it; undefined for no question. */
  written: string | undefined;
  issues?: readonly Issue[];
}

/** Each question with its answer; asks about each image once. `mustKnow`: an undecided answer is an error. */
export async function askRegistries<Question extends ImageQuestion>(
  questions: readonly Question[],
  { context, mustKnow }: { context: RegistryAsk; mustKnow: boolean },
): Promise<(Question & { resolvedImage: ResolvedImage | undefined; issues: readonly Issue[] })[]> {
  const images = new Set(questions.flatMap(({ written }) => written ?? []));
  const asked = Array.from(images, async (image) => {
    const answer = mustKnow ? await askPatiently(image, context) : await askRegistry(image, context);
    return [image, answer] as const;
  });
  const answers = new Map(await Promise.all(asked));
  return questions.map((question) => {
    const { document, written = '', issues = [] } = question;
    const answer = answers.get(written);
    const issue = answer && checkImage({ document, written, answer, mustKnow });
    const found = answer?.kind === 'found' ? { written, digest: answer.digest } : undefined;
    return { ...question, issues: issue ? [...issues, issue] : issues, resolvedImage: found };
  });
}

/** Asks an unavailable registry for some time, and any other twice if its answer decides nothing: it may be odd. */
async function askPatiently(written: string, context: RegistryAsk): Promise<ImageAnswer> {
  const doubt = (answer: ImageAnswer, isFirst: boolean) => {
    if (answer.kind !== 'unknown') return '';
    const mayLast = !isFirst && !['unavailable', 'rate-limit'].includes(answer.cause);
    return mayLast ? '' : `Image: ${answer.reason}; asking again for up to ${registryPatienceMs / 1000} s.`;
  };
  const ask = () => askRegistry(written, context);
  return askAgain({ ask, doubt, forMs: registryPatienceMs, pauses: pauses.outage }, context);
}

/** Asks the registry of an image once. */
export async function askRegistry(written: string, { github, connections, signal }: RegistryAsk): Promise<ImageAnswer> {
  // Whoever proposes a spec must not choose what this machine connects to.
  if (github.context.distrust !== '')
    return { kind: 'unasked', reason: 'registries are not queried for code that anyone can propose' };
  const reference = parseReference(written);
  if (!('domain' in reference)) return { kind: 'unasked', reason: `it has ${reference.found}` };
  const registries = await connections.registries();
  return registries.resolve(reference, signal).catch((error: unknown): ImageAnswer => {
    // A proxy that is no address is not the image's fault.
    if (!(error instanceof DeployError) || signal.aborted) throw error;
    return { kind: 'unasked', reason: error.message };
  });
}
