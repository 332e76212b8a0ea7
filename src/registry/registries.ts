/** Asks a registry about an image reference: whether the image exists, its digest, its platforms. */

import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { DeployError } from '../errors.ts';
import { allowedHosts, guardLookup, hostKind } from '../http/addresses.ts';
import { ContractBreak, type HttpFailure } from '../http/answer.ts';
import { createTransport, type ExchangePorts, type Transport } from '../http/transport.ts';
import { isObject, isTooLong, maxItems } from '../json.ts';
import { registryTimeoutMs } from '../times.ts';
import { createFindLogin } from './logins.ts';
import { digestForm, type ImageReference, servicePlatform } from './reference.ts';
import { openRepository, type RegistryPorts, type Repository } from './repository.ts';

export type Resolution =
  | {
      readonly kind: 'found';
      /** The digest of the index, if there is one, so that it includes all platforms. */
      readonly digest: string;
    }
  /** There is at least one platform, and none of them is {@link servicePlatform}. */
  | { readonly kind: 'other-platform'; readonly platforms: readonly string[] }
  /** The registry has no such tag or digest. */
  | { readonly kind: 'missing' }
  /** An answer that decides nothing. */
  | {
      readonly kind: 'unknown';
      /**
       * `no-access`: 401, 403, or a 404 that may hide a private image. `unavailable`: a 5xx, or no answer in time.
       * `malformed`: not a registry's answer, or not a container image.
       */
      readonly cause: 'no-access' | 'rate-limit' | 'unavailable' | 'malformed';
      /** The end of a sentence: "ghcr.io answered 500". */
      readonly reason: string;
    };

export type Registries = ReturnType<typeof openRegistries>;

/** `connect` and `findLogin`: default the network, and the logins that docker has stored. */
export type RegistriesOptions = Omit<RegistryPorts, 'connect' | 'findLogin'> &
  Partial<RegistryPorts> & {
    readonly env: Parameters<typeof createFindLogin>[0];
    readonly userAgent: string;
    /** The address of the service: a registry on this machine is asked only if the service is there, too. */
    readonly baseUrl: string | undefined;
    /** The proxy for an address; undefined for none. */
    readonly proxyFor: (url: URL) => string | undefined;
  } & ExchangePorts;

/** The ceiling of an answer: an index has a dozen images. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Opens no connection and reads no file before the first question. */
export function openRegistries(options: RegistriesOptions) {
  const { userAgent, proxyFor, onExchange, timeoutSignal = (ms: number) => AbortSignal.timeout(ms) } = options;
  const { isAllowed, elsewhere } = allowedHosts(options.baseUrl);
  const lookup = guardLookup(isAllowed);
  // A digest is of the bytes without a content coding.
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
  const shared = { headers, timeoutSignal, onExchange, lookup, maxBodyBytes };
  const transports = new Map<string, Transport>();
  const connect = (origin: string): Transport => {
    const url = new URL(origin);
    if (!isAllowed(hostKind(url)))
      throw new DeployError({
        code: 'image-unresolved',
        message: `the registry ${url.host} is ${elsewhere}, which is not contacted`,
      });
    const open = () => createTransport({ origin, proxyUrl: proxyFor(url), ...shared });
    const transport = transports.get(origin) ?? open();
    transports.set(origin, transport);
    return transport;
  };
  const ports = { connect, findLogin: createFindLogin(options.env), ...options };
  return {
    /** Within 3 s. Rejects with the signal's reason, or if the proxy is not an address. */
    async resolve(reference: ImageReference, signal: AbortSignal): Promise<Resolution> {
      signal.throwIfAborted();
      const ended = AbortSignal.any([signal, timeoutSignal(registryTimeoutMs)]);
      const resolution = await resolveImage(reference, openRepository(reference, { ports, signal: ended }));
      signal.throwIfAborted();
      return resolution;
    },
    /** Ends every connection at once; open questions get no answer. */
    close: async () => void (await Promise.all(Array.from(transports.values(), (transport) => transport.close()))),
  };
}

async function resolveImage(reference: ImageReference, repository: Repository): Promise<Resolution> {
  const found = await getManifest(repository, reference.digest ?? reference.tag ?? '');
  if (!found.ok) return judgeFailure(found.failure);
  const { digest, content } = found.value;
  const platforms =
    'config' in content
      ? [await readPlatform(repository, content.config.digest)]
      : content.manifests.map(({ platform }) => platform);
  // Builders put attestations beside images. An image that does not name its platform may be for any.
  const images = platforms.filter((platform) => !platform?.startsWith('unknown/'));
  const isRight = images.length === 0 || images.some((platform = servicePlatform) => platform === servicePlatform);
  if (isRight) return { kind: 'found', digest };
  return { kind: 'other-platform', platforms: [...new Set(images.flatMap((platform) => platform ?? []))] };
}

const digest = z.string().check(z.regex(digestForm));
const word = z.string().check(z.regex(/^[\w.-]{1,40}$/));
const platformParts = z.object({ os: word, architecture: word });
const platformText = z.transform(({ os, architecture }: z.infer<typeof platformParts>) => `${os}/${architecture}`);
/** `linux/amd64`; undefined without a platform, or for words that no message can show. */
const platformSchema = z.catch(z.optional(z.pipe(platformParts, platformText)), undefined);
/** A manifest in OCI's words and in docker's. */
const manifestSchema = z.union([
  z.object({ manifests: z.array(z.object({ digest, platform: platformSchema })) }),
  z.object({ config: z.object({ digest }), layers: z.array(z.unknown()) }),
]);

const acceptManifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** The manifest by its tag, or by its digest, which has to match. */
function getManifest(repository: Repository, asked: string) {
  return repository.get(`manifests/${asked}`, {
    accept: acceptManifests,
    read: (json, bytes) => {
      const lists = isObject(json) ? [json.manifests, json.layers] : [];
      if (lists.some(isTooLong)) throw new ContractBreak(`it lists more than ${maxItems} images or layers`);
      const content = manifestSchema.safeParse(json).data;
      if (!content) throw new ContractBreak('it is not an image manifest');
      const digest = digestOf(bytes);
      if (asked.includes(':') && asked !== digest) throw new ContractBreak('the manifest does not match its digest');
      return { digest, content };
    },
  });
}

const digestOf = (bytes: Uint8Array) => `sha256:${hash('sha256', bytes)}`;

/** The platform of an image; undefined if it cannot be read: the image itself exists. */
async function readPlatform(repository: Repository, asked: string): Promise<string | undefined> {
  const read = await repository.get(`blobs/${asked}`, {
    accept: '*/*',
    read: (json, bytes) => (digestOf(bytes) === asked ? platformSchema.parse(json) : undefined),
  });
  return read.ok ? read.value : undefined;
}

function judgeFailure({ kind, status = 0, summary, description: reason }: HttpFailure): Resolution {
  // Without that code it proves nothing: it may hide a private image, and a web server answers it to everything.
  if (status === 404 && summary?.raw.reason === 'MANIFEST_UNKNOWN') return { kind: 'missing' };
  const isPassing = status >= 500 || ['unreachable', 'lost', 'cancelled'].includes(kind);
  return { kind: 'unknown', cause: causes[status] ?? (isPassing ? 'unavailable' : 'malformed'), reason };
}

const causes: Readonly<Record<number, 'no-access' | 'rate-limit'>> = {
  401: 'no-access',
  403: 'no-access',
  404: 'no-access',
  429: 'rate-limit',
};
