/** Image references by the grammar of the distribution project, normalised as Docker does. */

import { quote } from '../shown-text.ts';

export interface ImageReference {
  /** The registry in lower case, with a given port: `docker.io`, `ghcr.io`, `localhost:5000`. */
  readonly domain: string;
  /** The repository in that registry: `library/nginx`. */
  readonly path: string;
  /** `latest` without tag and digest; undefined for a digest alone. */
  readonly tag: string | undefined;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string | undefined;
}

/** Why a text is not an image reference. */
export interface ReferenceProblem {
  readonly part: 'registry' | 'repository' | 'tag' | 'digest' | 'form';
  /** The end of a sentence: `the tag "-1"`, with at most 60 characters of the text. */
  readonly found: string;
  readonly allowed: string;
  /** Probably the intended reference: without scheme, comment and spaces, in lower case. */
  readonly suggestion: string | undefined;
}

/** The platform of the service's workers. */
export const servicePlatform = 'linux/amd64';

export const digestForm = /^sha256:[0-9a-f]{64}$/;
/** A tag alone, `1.4.0`: no repository is called so. */
const versionForm = /^v?\d+\.\d+(?:\.\d+)?$/;
const tagForm = /^\w[\w.-]{0,127}$/;
export const componentForm = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const domainForm = /^(?:[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const allowed: Readonly<Record<ReferenceProblem['part'], string>> = {
  form: '[registry[:port]/]repository[:tag][@sha256:digest]',
  registry: 'a host name of letters, digits, "-" and ".", with a port from 1 to 65535 if one is needed',
  repository: [
    'at most 255 characters: parts separated by "/", each of lower-case letters and digits',
    'single "." or "_", "__" or any number of "-" only between them',
  ].join('; '),
  tag: 'up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start',
  digest: '"sha256:" and 64 hex digits in lower case',
};

/** Pure and linear in the length of the text. `nginx` becomes `docker.io/library/nginx:latest`. */
export function parseReference(text: string): ImageReference | ReferenceProblem {
  const read = readReference(text);
  if ('domain' in read) return read;
  const lead = digestForm.test(text) ? '@' : versionForm.test(text) ? ':' : '';
  const added = lead || /^[:@]/.test(text) ? `ghcr.io/acme/llama${lead}` : '';
  const alone = text.trim().replace(/^[a-z]+:\/\/(?:hub\.docker\.com\/(?:r|_)\/)?/i, '');
  const bare = added + alone.replace(/(?<!\s)\s+#.*$/s, '').replaceAll(/(?<! ) *([:/@]) */g, '$1');
  const { name } = splitReference(bare);
  const lower = name.toLowerCase() + bare.slice(name.length);
  // The name of a branch, as a tag.
  const dashed = lower.replace(/(?<=\/[^:/]+:)[^:@]+$/, (tag) => tag.replaceAll('/', '-'));
  const suggestion = [lower, dashed].find((each) => 'domain' in readReference(each));
  return { ...read, allowed: allowed[read.part], suggestion };
}

function readReference(text: string): ImageReference | Pick<ReferenceProblem, 'part' | 'found'> {
  if (digestForm.test(text)) return { part: 'form', found: 'a digest alone' };
  if (/^[:@]/.test(text) || versionForm.test(text)) return { part: 'form', found: 'no repository' };
  const { name, digest, tag = digest === undefined ? 'latest' : undefined } = splitReference(text);
  const { domain, path } = splitName(name);
  if (digest !== undefined && !digestForm.test(digest))
    return { part: 'digest', found: `${quote(digest)}, which is not a digest` };
  if (tag !== undefined && !tagForm.test(tag)) return { part: 'tag', found: `the tag ${quote(tag)}` };
  // The parser of URLs knows ports and IP addresses, and the registry's URL must be valid.
  if (!domainForm.test(domain) || !URL.canParse(`https://${domain}`))
    return { part: 'registry', found: `the registry ${quote(domain)}` };
  if (path.length > 255 || !path.split('/').every((part) => componentForm.test(part)))
    return { part: 'repository', found: `the repository ${quote(name.endsWith(path) ? path : name)}` };
  return { domain, path, tag, digest };
}

/** The reference with this digest instead of tag or digest: `ghcr.io/acme/x:1` → `ghcr.io/acme/x@sha256:…`. */
export function pinReference(written: string, digest: string): string {
  return `${splitReference(written).name}@${digest}`;
}

function splitReference(text: string): { name: string; tag: string | undefined; digest: string | undefined } {
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  // A colon before the last slash belongs to a port.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  if (colon < 0) return { name: named, tag: undefined, digest };
  return { name: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

/** Web pages about images, each with the registry that has them. */
const pages: readonly (readonly [page: RegExp, registry: string])[] = [
  [/^hub\.docker\.com\/(?:r\/|_\/|repository\/docker\/)?/, ''],
  [/^(?:www\.)?github\.com\//, 'ghcr.io/'],
  [/^quay\.io\/repository\//, 'quay.io/'],
];

/** The repository that a web page is about; undefined for any other text. */
export function repositoryOfPage(text: string): string | undefined {
  const [page, registry = ''] = pages.find(([form]) => form.test(text)) ?? [];
  return page && text.replace(page, registry).split(/[:@]/)[0];
}

/** The first part is a registry if it looks like a host; otherwise the whole is a repository of Docker Hub. */
function splitName(name: string): Pick<ImageReference, 'domain' | 'path'> {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash).toLowerCase();
  const isHost = /[.:]/.test(first) || first === 'localhost';
  const path = isHost ? name.slice(slash + 1) : name;
  if (isHost && first !== 'docker.io' && first !== 'index.docker.io') return { domain: first, path };
  return { domain: 'docker.io', path: path.includes('/') ? path : `library/${path}` };
}
