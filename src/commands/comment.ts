/** Whether and how a run writes its comment on the pull request: one for all its endpoints, which always speaks of the latest commit. */

import { createHash } from 'node:crypto';
import { upsertComment } from '../github/comment.ts';
import type { Inputs } from '../inputs.ts';
import { commentFooter } from '../render/outcome.ts';
import type { CommandContext } from './context.ts';

interface RunComment {
  /** Names of the endpoints that it speaks of; none where the specs do not even say that. */
  endpoints: readonly string[];
  markdown: string;
  /** Previews have comments of their own, which end with the pull request. */
  isPreview: boolean;
  /** Default: that of the run. */
  pullRequest?: number | undefined;
  /** Takes the place of every comment on previews of the pull request, and writes none where there is none. */
  endsPreviews?: boolean;
}

/** Writes the comment where the inputs want one and there is a pull request. A failure of GitHub is a warning. */
export async function writeComment(
  { inputs, github, reporter, signal }: CommandContext,
  comment: RunComment,
): Promise<void> {
  const { api, context, warn } = github;
  const { markdown, isPreview, endsPreviews = false } = comment;
  const pullRequest = comment.pullRequest ?? context.commentedPullRequest;
  const isWanted = inputs.comment && (isPreview || inputs.command === 'plan');
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (!isWanted || signal.aborted || pullRequest === undefined) return;
  const key = formatKey(keyOf(inputs, comment));
  const replaces = replacedBy(key, endsPreviews ? isPreviewOf : isSameSubject);
  const disowned = new Set<string>();
  const result = await upsertComment(api, {
    pullRequest,
    key,
    onDisowned: (url) => void disowned.add(url),
    replaces,
    onlyUpdates: endsPreviews,
    // Masking does not cover the API: the service may have echoed a secret into a message.
    markdown: reporter.redact(`${markdown.trimEnd()}\n\n${commentFooter(context, inputs.environment)}\n`),
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  for (const url of disowned)
    reporter.info(`Comment left as it is, because another identity than that of this token wrote it: ${url}`);
  if (result.ok) {
    const { operation, url } = result.value;
    if (operation !== 'absent') reporter.info(`Comment ${operation}: ${url}`);
  } else warn(result.failure);
}

/** Whether a comment of another key is about the same. */
function replacedBy(key: string, isSame = isSameSubject): (other: string) => boolean {
  const own = parseKey(key);
  return (text) => {
    const other = parseKey(text);
    return own !== undefined && other !== undefined && isSame(own, other);
  };
}

/** What a comment is about, in hashes: neither the address of the service nor a name that would end the marker stands in it. */
interface CommentKey {
  service: string;
  kind: 'preview' | 'deploy';
  environment: string;
  /** What the step was told to read: it finds the comment again where the specs are broken or their names have changed. */
  source: string;
  endpoints: readonly string[];
}

function keyOf(inputs: Inputs, { endpoints, isPreview }: RunComment): CommentKey {
  return {
    service: serviceMark(inputs.baseUrl),
    kind: isPreview ? 'preview' : 'deploy',
    environment: shortHash(inputs.environment),
    source: shortHash(JSON.stringify([inputs.spec, inputs.name, inputs.endpointId, [...inputs.variables]])),
    endpoints: endpoints.map(shortHash).toSorted(),
  };
}

/** The service that an endpoint runs at, without telling its address. */
function serviceMark(baseUrl = ''): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function formatKey({ service, kind, environment, source, endpoints }: CommentKey): string {
  return ['2', service, kind, environment, source, endpoints.join('~')].join('.');
}

function parseKey(text: string): CommentKey | undefined {
  const [, service = '', kind, environment = '', source = '', endpoints = ''] =
    /^2\.([0-9a-f]{16})\.(preview|deploy)\.([0-9a-f]{12})\.([0-9a-f]{12})\.([0-9a-f~]*)$/.exec(text) ?? [];
  if (kind !== 'preview' && kind !== 'deploy') return undefined;
  return { service, kind, environment, source, endpoints: endpoints === '' ? [] : endpoints.split('~') };
}

function isSameSubject(own: CommentKey, other: CommentKey): boolean {
  const isSamePlace = own.service === other.service && own.kind === other.kind && own.environment === other.environment;
  return isSamePlace && (own.source === other.source || own.endpoints.some((name) => other.endpoints.includes(name)));
}

function isPreviewOf(own: CommentKey, other: CommentKey): boolean {
  const isMeant =
    own.endpoints.length === 0 ||
    other.endpoints.length === 0 ||
    own.endpoints.some((name) => other.endpoints.includes(name));
  return other.kind === 'preview' && own.service === other.service && isMeant;
}
