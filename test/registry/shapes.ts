/** How public registries answer, from their documentation and from published traces: challenges, error bodies, headers. */

export interface Shape {
  /** As in references. */
  readonly domain: string;
  /** Where it is asked. */
  readonly host: string;
  /** The challenge of one that takes Basic; '' asks for nothing. */
  readonly basic?: string;
  readonly tokens?: {
    readonly realm: string;
    readonly service: string;
    readonly answers: readonly ('token' | 'access_token')[];
  };
  /** Beside a 401 of the registry itself. */
  readonly unauthorized: string;
  /** What somebody without rights to a repository is told. */
  readonly denied: { readonly at: 'token' | 'registry'; readonly status: number; readonly body: string };
  readonly unknownTag: string;
  readonly unknownRepository: string;
  /** Configurations come from another host. */
  readonly redirectsBlobs: boolean;
}

const error = (code: string, message: string) => JSON.stringify({ errors: [{ code, message }] });
const unauthorized = error('UNAUTHORIZED', 'authentication required');
const denied = error('DENIED', 'requested access to the resource is denied');

/** The reference implementation, distribution, on this machine. */
export const plainShape = {
  unauthorized,
  denied: { at: 'registry', status: 403, body: denied },
  unknownTag: error('MANIFEST_UNKNOWN', 'manifest unknown'),
  unknownRepository: error('NAME_UNKNOWN', 'repository name not known to registry'),
  redirectsBlobs: false,
} as const;

const at = (host: string) => ({ ...plainShape, domain: host, host, redirectsBlobs: true });
const ecr = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
const noHarborRights = error('UNAUTHORIZED', 'unauthorized to access repository: x, action: pull');

export const shapes: Readonly<Record<string, Shape>> = {
  'Docker Hub': {
    ...at('registry-1.docker.io'),
    domain: 'docker.io',
    tokens: {
      ...{ realm: 'https://auth.docker.io/token', service: 'registry.docker.io' },
      answers: ['token', 'access_token'],
    },
    // It hands out a token without rights; the registry refuses that.
    denied: { at: 'registry', status: 401, body: unauthorized },
  },
  GHCR: {
    ...at('ghcr.io'),
    tokens: { realm: 'https://ghcr.io/token', service: 'ghcr.io', answers: ['token'] },
    denied: { at: 'token', status: 403, body: denied },
  },
  ECR: {
    ...at(ecr),
    basic: `Basic realm="https://${ecr}/",service="ecr.amazonaws.com"`,
    unauthorized: 'Not Authorized\n',
    denied: { at: 'registry', status: 403, body: error('DENIED', 'not authorized to perform: ecr:BatchGetImage') },
    unknownTag: error('MANIFEST_UNKNOWN', 'Requested image not found'),
  },
  ACR: {
    ...at('acme.azurecr.io'),
    tokens: { realm: 'https://acme.azurecr.io/oauth2/token', service: 'acme.azurecr.io', answers: ['access_token'] },
    denied: { at: 'token', status: 401, body: unauthorized },
  },
  Harbor: {
    ...at('harbor.acme.example'),
    tokens: {
      ...{ realm: 'https://harbor.acme.example/service/token', service: 'harbor-registry' },
      answers: ['token', 'access_token'],
    },
    unauthorized: noHarborRights,
    denied: { at: 'registry', status: 401, body: noHarborRights },
    // Not the codes of the specification.
    unknownTag: error('NOT_FOUND', 'artifact not found'),
    unknownRepository: error('NOT_FOUND', 'repository not found'),
    redirectsBlobs: false,
  },
};
