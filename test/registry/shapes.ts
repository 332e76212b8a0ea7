/** How public registries answer, from their documentation and from published traces: challenges, error bodies, headers. */

export interface Shape {
  /** As in references. */
  readonly domain: string;
  /** Where it is asked. */
  readonly host: string;
  readonly challenge: (repository: string) => string;
  /** Undefined for registries that take Basic. */
  readonly tokens:
    | { readonly realm: string; readonly service: string; readonly answers: 'token' | 'access_token' | 'both' }
    | undefined;
  /** Beside a 401 of the registry itself. */
  readonly unauthorized: string;
  /** What somebody without rights to a repository is told; by the token server where there is one. */
  readonly denied: { readonly at: 'token' | 'registry'; readonly status: number; readonly body: string };
  readonly unknownTag: (repository: string, tag: string) => string;
  readonly unknownRepository: (repository: string) => string;
  /** Configurations come from another host. */
  readonly redirectsBlobs: boolean;
}

const errors = (code: string, message: string, detail?: unknown) =>
  JSON.stringify({ errors: [{ code, message, ...(detail === undefined ? {} : { detail }) }] });

const bearer = (realm: string, service: string) => (repository: string) =>
  `Bearer realm="${realm}",service="${service}",scope="repository:${repository}:pull"`;

/** The reference implementation, distribution. */
const distribution = {
  unauthorized: errors('UNAUTHORIZED', 'authentication required', [
    { Type: 'repository', Class: '', Name: 'x', Action: 'pull' },
  ]),
  unknownTag: (_: string, tag: string) => errors('MANIFEST_UNKNOWN', 'manifest unknown', { Tag: tag }),
  unknownRepository: (repository: string) =>
    errors('NAME_UNKNOWN', 'repository name not known to registry', { name: repository }),
};

export const shapes = {
  'Docker Hub': {
    ...distribution,
    domain: 'docker.io',
    host: 'registry-1.docker.io',
    challenge: bearer('https://auth.docker.io/token', 'registry.docker.io'),
    tokens: { realm: 'https://auth.docker.io/token', service: 'registry.docker.io', answers: 'both' },
    // It hands out a token without rights; the registry refuses that.
    denied: { at: 'registry', status: 401, body: errors('UNAUTHORIZED', 'authentication required') },
    redirectsBlobs: true,
  },
  GHCR: {
    ...distribution,
    domain: 'ghcr.io',
    host: 'ghcr.io',
    challenge: bearer('https://ghcr.io/token', 'ghcr.io'),
    tokens: { realm: 'https://ghcr.io/token', service: 'ghcr.io', answers: 'token' },
    unauthorized: errors('UNAUTHORIZED', 'authentication required'),
    denied: { at: 'token', status: 403, body: errors('DENIED', 'requested access to the resource is denied') },
    redirectsBlobs: true,
  },
  ECR: {
    ...distribution,
    domain: '123456789012.dkr.ecr.eu-west-1.amazonaws.com',
    host: '123456789012.dkr.ecr.eu-west-1.amazonaws.com',
    challenge: () => 'Basic realm="https://123456789012.dkr.ecr.eu-west-1.amazonaws.com/",service="ecr.amazonaws.com"',
    tokens: undefined,
    unauthorized: 'Not Authorized\n',
    denied: { at: 'registry', status: 403, body: errors('DENIED', 'not authorized to perform: ecr:BatchGetImage') },
    unknownTag: () => errors('MANIFEST_UNKNOWN', 'Requested image not found'),
    unknownRepository: (repository) =>
      errors(
        'NAME_UNKNOWN',
        `The repository with name '${repository}' does not exist in the registry with id '123456789012'`,
      ),
    redirectsBlobs: true,
  },
  ACR: {
    ...distribution,
    domain: 'acme.azurecr.io',
    host: 'acme.azurecr.io',
    challenge: (repository) =>
      `Bearer realm="https://acme.azurecr.io/oauth2/token",service="acme.azurecr.io",scope="repository:${repository}:pull"`,
    tokens: { realm: 'https://acme.azurecr.io/oauth2/token', service: 'acme.azurecr.io', answers: 'access_token' },
    unauthorized: errors(
      'UNAUTHORIZED',
      'authentication required, visit https://aka.ms/acr/authorization for more information.',
    ),
    denied: { at: 'token', status: 401, body: errors('UNAUTHORIZED', 'authentication required') },
    unknownTag: (_, tag) => errors('MANIFEST_UNKNOWN', `manifest tagged by "${tag}" is not found`, { Tag: tag }),
    redirectsBlobs: true,
  },
  Harbor: {
    ...distribution,
    domain: 'harbor.acme.example',
    host: 'harbor.acme.example',
    challenge: bearer('https://harbor.acme.example/service/token', 'harbor-registry'),
    tokens: { realm: 'https://harbor.acme.example/service/token', service: 'harbor-registry', answers: 'both' },
    unauthorized: errors('UNAUTHORIZED', 'unauthorized to access repository: x, action: pull'),
    denied: {
      at: 'registry',
      status: 401,
      body: errors('UNAUTHORIZED', 'unauthorized to access repository: x, action: pull'),
    },
    // Not the code of the specification.
    unknownTag: (repository, tag) => errors('NOT_FOUND', `artifact ${repository}:${tag} not found`),
    unknownRepository: (repository) => errors('NOT_FOUND', `repository ${repository} not found`),
    redirectsBlobs: false,
  },
} as const satisfies Record<string, Shape>;

/** A registry of one's own, on this machine; `realm` is filled in when it starts. */
export const plainShape: Omit<Shape, 'domain' | 'host' | 'challenge' | 'tokens'> = {
  ...distribution,
  denied: { at: 'registry', status: 403, body: errors('DENIED', 'requested access to the resource is denied') },
  redirectsBlobs: false,
};
