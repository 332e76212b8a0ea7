/** Image references by the grammar of the distribution project, normalised as Docker does. */

export interface ImageReference {
  /** The registry in lower case, with its port when one is written: `docker.io`, `ghcr.io`, `localhost:5000`. */
  readonly domain: string;
  /** The repository in that registry: `library/nginx`. */
  readonly path: string;
  /** `latest` when neither tag nor digest is written; undefined for a digest alone. */
  readonly tag: string | undefined;
  /** `sha256:` and 64 hex digits, or `sha512:` and 128. */
  readonly digest: string | undefined;
}

/** Why a text is no image reference, as parts of a sentence. Quotes what was found, at most 60 characters of it. */
interface ReferenceProblem {
  readonly found: string;
  readonly allowed: string;
  /** The reference that was probably meant, when there is one. */
  readonly suggestion: string | undefined;
}

export type ParsedReference =
  | { readonly kind: 'reference'; readonly reference: ImageReference }
  | { readonly kind: 'invalid'; readonly problem: ReferenceProblem };

const longestPath = 255;
const longestTag = 128;
const longestShown = 60;
const hexDigits: Readonly<Record<string, number>> = { sha256: 64, sha512: 128 };

const allowed = {
  reference: '[registry[:port]/]repository[:tag][@sha256:digest]',
  domain: 'a host name of letters, digits, "-" and ".", with a port from 1 to 65535 if one is needed',
  component:
    'parts separated by "/", each of lower-case letters and digits; single "." or "_", "__" or any number of "-" only between them',
  pathLength: `at most ${longestPath} characters`,
  tag: `up to ${longestTag} letters, digits, "_", "." and "-", and neither "." nor "-" at the start`,
  digest: '"sha256:" and 64 hex digits in lower case',
} as const;

/** Pure and linear in the length of the text. `nginx` becomes `docker.io/library/nginx:latest`. */
export function parseReference(text: string): ParsedReference {
  const read = readReference(text);
  if (read.kind === 'reference' || read.problem.suggestion === undefined) return read;
  if (readReference(read.problem.suggestion).kind === 'reference') return read;
  return { kind: 'invalid', problem: { ...read.problem, suggestion: undefined } };
}

/** With suggestions that may be no references themselves. */
function readReference(text: string): ParsedReference {
  const scheme = /^[a-z]+:\/\//i.exec(text)?.[0];
  if (text === '') return invalid('nothing', allowed.reference);
  if (scheme !== undefined) {
    return invalid(`the scheme ${quote(scheme)}`, allowed.reference, text.slice(scheme.length));
  }
  if (/\s/.test(text)) return invalid('spaces', `${allowed.reference}, without spaces`, text.trim());
  const { name, tag, digest } = splitReference(text);
  const { domain, path } = splitName(name);
  const problem =
    (digest === undefined ? undefined : digestProblem(digest)) ??
    (tag === undefined ? undefined : tagProblem(tag)) ??
    domainProblem(domain) ??
    pathProblem({ text, path, isBare: path === `library/${name}` });
  if (problem) return { kind: 'invalid', problem };
  return {
    kind: 'reference',
    reference: { domain, path, tag: tag ?? (digest === undefined ? 'latest' : undefined), digest },
  };
}

/** The full form, which parses to the same reference. */
export function renderReference({ domain, path, tag, digest }: ImageReference): string {
  return `${domain}/${path}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** The written name with this digest in place of its tag or digest: `ghcr.io/acme/llama:1` → `ghcr.io/acme/llama@sha256:…`. */
export function pinReference(written: string, digest: string): string {
  return `${splitReference(written).name}@${digest}`;
}

export function isDigest(text: string): boolean {
  return digestProblem(text) === undefined;
}

export function isTag(text: string): boolean {
  return text.length <= longestTag && /^\w[\w.-]*$/.test(text);
}

interface Parts {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

function splitReference(text: string): Parts {
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  // A colon before the last slash belongs to a port.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  if (colon < 0) return { name: named, tag: undefined, digest };
  return { name: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

/** The first part is a registry when it looks like a host; otherwise all is a repository of Docker Hub. */
function splitName(name: string): { domain: string; path: string } {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const isHost = /[.:]/.test(first) || first.toLowerCase() === 'localhost';
  const host = isHost ? first.toLowerCase() : 'docker.io';
  const path = isHost ? name.slice(slash + 1) : name;
  if (host !== 'docker.io' && host !== 'index.docker.io') return { domain: host, path };
  return { domain: 'docker.io', path: path.includes('/') ? path : `library/${path}` };
}

function digestProblem(digest: string): ReferenceProblem | undefined {
  const colon = digest.indexOf(':');
  const algorithm = colon < 0 ? '' : digest.slice(0, colon);
  const hex = digest.slice(colon + 1);
  const length = Object.hasOwn(hexDigits, algorithm) ? hexDigits[algorithm] : undefined;
  if (length === undefined) return problemOf(`the digest ${quote(digest)}`, allowed.digest);
  if (hex.length === length && /^[0-9a-f]+$/.test(hex)) return undefined;
  const digits = /^[0-9a-f]*$/.test(hex) ? ` with ${hex.length} hex digits` : '';
  return problemOf(
    `the digest ${quote(digest)}${digits}`,
    algorithm === 'sha256' ? allowed.digest : `"${algorithm}:" and ${length} hex digits in lower case`,
  );
}

function tagProblem(tag: string): ReferenceProblem | undefined {
  if (isTag(tag)) return undefined;
  if (tag === '') return problemOf('an empty tag after ":"', allowed.tag);
  if (tag.length > longestTag) return problemOf(`a tag of ${tag.length} characters`, allowed.tag);
  return problemOf(`the tag ${quote(tag)}`, allowed.tag);
}

function domainProblem(domain: string): ReferenceProblem | undefined {
  const isWritten =
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::\d+)?$/;
  if (domain.length > 255) return problemOf(`a registry of ${domain.length} characters`, allowed.domain);
  // The parser of URLs knows ports and IP addresses; it must be able to name the registry in the end.
  if (isWritten.test(domain) && !/:0+$/.test(domain) && URL.canParse(`https://${domain}`)) return undefined;
  return problemOf(`the registry ${quote(domain)}`, allowed.domain);
}

function pathProblem({
  text,
  path,
  isBare,
}: {
  text: string;
  path: string;
  isBare: boolean;
}): ReferenceProblem | undefined {
  const shown = isBare ? path.slice('library/'.length) : path;
  if (path.length > longestPath) return problemOf(`a repository of ${path.length} characters`, allowed.pathLength);
  if (shown === '') return problemOf('no repository', allowed.reference);
  // Docker reads 64 hex digits as the id of a local image.
  if (isBare && /^[0-9a-f]{64}$/.test(shown)) {
    return problemOf(`the bare id ${quote(shown)}`, 'a repository with its digest, as `name@sha256:…`');
  }
  if (path.split('/').every(isComponent)) return undefined;
  const found = `the repository ${quote(shown)}`;
  if (!/[A-Z]/.test(shown)) return problemOf(found, allowed.component);
  const { name } = splitReference(text);
  return problemOf(`${found} with upper-case letters`, allowed.component, name.toLowerCase() + text.slice(name.length));
}

function isComponent(component: string): boolean {
  return /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/.test(component);
}

/** Control characters as escapes, so that a message stays one line. */
function quote(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}

function problemOf(found: string, allowedText: string, suggestion?: string): ReferenceProblem {
  return { found, allowed: allowedText, suggestion };
}

function invalid(found: string, allowedText: string, suggestion?: string): ParsedReference {
  return { kind: 'invalid', problem: problemOf(found, allowedText, suggestion) };
}
