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

/** Why a text is no image reference. */
interface ReferenceProblem {
  readonly part: 'registry' | 'repository' | 'tag' | 'digest' | 'form';
  /** The end of a sentence: `the tag "-1"`. Quotes at most 60 characters of the text. */
  readonly found: string;
  readonly allowed: string;
  /** The reference that was probably meant, when there is one. */
  readonly suggestion?: string;
}

export type ParsedReference =
  | { readonly kind: 'reference'; readonly reference: ImageReference }
  | { readonly kind: 'invalid'; readonly problem: ReferenceProblem };

/** What the service runs. */
export const servicePlatform = 'linux/amd64';

const digestForm = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;
const tagForm = /^\w[\w.-]{0,127}$/;
const componentForm = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const domainForm = /^(?:[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const allowed: Readonly<Record<ReferenceProblem['part'], string>> = {
  form: '[registry[:port]/]repository[:tag][@sha256:digest]',
  registry: 'a host name of letters, digits, "-" and ".", with a port from 1 to 65535 if one is needed',
  repository:
    'at most 255 characters: parts separated by "/", each of lower-case letters and digits; single "." or "_", "__" or any number of "-" only between them',
  tag: 'up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start',
  digest: '"sha256:" and 64 hex digits in lower case',
};

/** Pure and linear in the length of the text. `nginx` becomes `docker.io/library/nginx:latest`. */
export function parseReference(text: string): ParsedReference {
  const read = readReference(text);
  if (read.kind === 'reference' || read.problem.suggestion === undefined) return read;
  const { suggestion, ...problem } = read.problem;
  return readReference(suggestion).kind === 'reference' ? read : { kind: 'invalid', problem };
}

/** With suggestions that may be no references themselves. */
function readReference(text: string): ParsedReference {
  const written = splitReference(text);
  const { domain, path } = splitName(written.name);
  const problem = formProblem(text) ?? partProblem({ ...written, domain, path });
  if (problem) return { kind: 'invalid', problem };
  const { digest, tag = digest ? undefined : 'latest' } = written;
  return { kind: 'reference', reference: { domain, path, tag, digest } };
}

/** The written name with this digest in place of its tag or digest: `ghcr.io/acme/llama:1` → `ghcr.io/acme/llama@sha256:…`. */
export function pinReference(written: string, digest: string): string {
  return `${splitReference(written).name}@${digest}`;
}

export function isDigest(text: string): boolean {
  return digestForm.test(text);
}

export function isTag(text: string): boolean {
  return tagForm.test(text);
}

interface Written {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

function splitReference(text: string): Written {
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  // A colon before the last slash belongs to a port.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  if (colon < 0) return { name: named, tag: undefined, digest };
  return { name: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

/** The first part is a registry when it looks like a host; otherwise all is a repository of Docker Hub. */
function splitName(name: string): Pick<ImageReference, 'domain' | 'path'> {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash).toLowerCase();
  const isHost = /[.:]/.test(first) || first === 'localhost';
  const path = isHost ? name.slice(slash + 1) : name;
  if (isHost && first !== 'docker.io' && first !== 'index.docker.io') return { domain: first, path };
  return { domain: 'docker.io', path: path.includes('/') ? path : `library/${path}` };
}

function formProblem(text: string): ReferenceProblem | undefined {
  const scheme = /^[a-z]+:\/\//i.exec(text)?.[0];
  if (scheme !== undefined)
    return { ...problemOf('form', `the scheme ${quote(scheme)}`), suggestion: text.slice(scheme.length) };
  if (/\s/.test(text)) return { ...problemOf('form', 'spaces'), suggestion: text.trim() };
  return text === '' ? problemOf('form', 'nothing') : undefined;
}

function partProblem({ name, tag, digest, domain, path }: Written & Pick<ImageReference, 'domain' | 'path'>) {
  const shown = path.startsWith('library/') && !name.includes('library/') ? path.slice('library/'.length) : path;
  if (digest !== undefined && !isDigest(digest)) return problemOf('digest', `${quote(digest)}, which is not a digest`);
  if (tag !== undefined && !isTag(tag)) return problemOf('tag', `the tag ${quote(tag)}`);
  // The parser of URLs knows ports and IP addresses; it must be able to name the registry in the end.
  const isDomain = domain.length <= 255 && domainForm.test(domain) && URL.canParse(`https://${domain}`);
  if (!isDomain || /:0+$/.test(domain)) return problemOf('registry', `the registry ${quote(domain)}`);
  if (shown === '') return problemOf('form', 'no repository');
  // Docker reads 64 hex digits as the id of a local image.
  if (/^[0-9a-f]{64}$/.test(name)) return problemOf('repository', `the bare id ${quote(shown)}`);
  if (path.length <= 255 && path.split('/').every((part) => componentForm.test(part))) return undefined;
  const found = `the repository ${quote(shown)}`;
  if (!/[A-Z]/.test(shown)) return problemOf('repository', found);
  const rest = `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
  return {
    ...problemOf('repository', `${found} with upper-case letters`),
    suggestion: name.toLowerCase() + rest,
  };
}

/** Control characters as escapes, so that a message stays one line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function problemOf(part: ReferenceProblem['part'], found: string): ReferenceProblem {
  return { part, found, allowed: allowed[part] };
}
