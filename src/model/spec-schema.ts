/** Owns the one schema of a spec: type, check, JSON Schema and reference come from it; knows nothing of YAML, places or words of issues. */
import * as z from 'zod/mini';
import { env, envKey, healthBlock, imageBlock, volumeMount, workerConfig } from './spec-blocks.ts';
import { absolutePath, amount, idText, imageAddress, oneLineText, port, writtenText } from './spec-values.ts';

/** The spec as written (input side) and as `Spec` (output side). Members not mentioned stay absent: defaults are the service's, on creation. */
export const specSchema = z.strictObject({
  name: z.exactOptional(
    oneLineText().check(
      z.minLength(1),
      z.maxLength(220),
      z.meta({
        description: 'Name by which the endpoint is found again, 1–220 characters. Needed here or as input `name`.',
        examples: ['llama-prod'],
      }),
    ),
  ),
  appName: z.exactOptional(
    z.string().check(
      z.meta({
        description:
          'Part of the endpoint URL: lowercase letters, digits and hyphens, unique across the service. The endpoint id on creation. Cannot be changed later.',
        examples: ['llama'],
      }),
    ),
  ),
  workerConfig: z.exactOptional(
    workerConfig.check(
      z.meta({ description: 'How many workers run and how they serve.', examples: [{ minNum: 0, maxNum: 3 }] }),
    ),
  ),
  ports: z.exactOptional(
    z
      .array(
        z.union([
          port,
          z.pipe(
            z.strictObject({ port: port.check(z.meta({ description: 'The port.', examples: [8000] })) }),
            z.transform((item) => item.port),
          ),
        ]),
      )
      .check(
        z.length(1),
        z.meta({
          description: 'The one HTTP port: 1–65535 without 2222, 2223 and 2224. Needed to create.',
          examples: [[8000]],
        }),
      ),
  ),
  policy: z.exactOptional(
    z
      .strictObject({
        type: z.string().check(
          z.minLength(1),
          z.meta({
            description: '`queue` or `concurrency`; another word is passed on by v1.',
            examples: ['concurrency', 'queue'],
          }),
        ),
        value: amount().check(
          z.meta({
            description:
              'For `queue` the seconds that a request may wait, for `concurrency` the number of requests. Range: live limits.',
            examples: [8],
          }),
        ),
      })
      .check(
        z.meta({
          description: 'When workers are added. Needed to create.',
          examples: [{ type: 'concurrency', value: 8 }],
        }),
      ),
  ),
  image: z.exactOptional(
    z
      .union([
        z.pipe(
          imageAddress(),
          z.transform((image): z.output<typeof imageBlock> => ({ image })),
        ),
        imageBlock,
      ])
      .check(
        z.meta({
          description:
            'The container image: its address, or a mapping with credential and commands. Needed to create, here or as input `image`.',
          examples: ['ghcr.io/acme/llama:1.4.0'],
        }),
      ),
  ),
  products: z.exactOptional(
    z
      .array(
        z.union([
          idText(),
          z.pipe(
            z.strictObject({
              id: idText().check(
                z.meta({ description: 'Product id; may be a bare number.', examples: ['SL-serverless-3'] }),
              ),
            }),
            z.transform((item) => item.id),
          ),
        ]),
      )
      .check(
        z.meta({
          description: 'Serverless product ids. A change is applied by the v2 update.',
          examples: [['SL-serverless-3']],
        }),
      ),
  ),
  rootfsSize: z.exactOptional(
    amount().check(
      z.meta({
        description: 'System disk in GB. Range: live limits. 100 on creation; a change is applied by the v2 update.',
        default: 100,
        examples: [100],
      }),
    ),
  ),
  volumeMounts: z.exactOptional(
    z
      .array(
        z.pipe(
          volumeMount,
          z.transform(({ id = '', size = 0, ...rest }) => ({ ...rest, id, size })),
        ),
      )
      .check(
        z.meta({
          description: 'Disks mounted into each worker.',
          examples: [[{ type: 'local', size: 50, mountPath: '/data' }]],
        }),
      ),
  ),
  clusterID: z.exactOptional(
    z.string().check(
      z.maxLength(255),
      z.meta({
        description: 'Cluster that holds the cloud storage, at most 255 characters. Needed with cloud storage.',
        examples: ['as-sgp-2'],
      }),
    ),
  ),
  envs: z.exactOptional(
    z
      .union([
        z.pipe(
          z.record(envKey, writtenText()),
          z.transform((map) =>
            Object.keys(map)
              .sort()
              .map((key) => ({ key, value: map[key] ?? '' })),
          ),
        ),
        z.array(env),
      ])
      .check(
        z.meta({
          description:
            'Environment of the container, as a mapping or as `{key, value}` items. Owned whole: a key taken out leaves the endpoint.',
          examples: [{ MODEL: 'llama-3.1-8b' }],
        }),
      ),
  ),
  healthy: z.exactOptional(
    z
      .union([
        z.pipe(
          absolutePath(),
          z.transform((path): z.output<typeof healthBlock> => ({ path })),
        ),
        healthBlock,
      ])
      .check(
        z.meta({
          description: 'Health check: its path, or a mapping with path and port.',
          examples: [{ path: '/health' }],
        }),
      ),
  ),
  regionId: z.exactOptional(
    z.string().check(z.meta({ description: 'Id of the region. Applied by the v2 update.', examples: ['us-dallas-1'] })),
  ),
});
