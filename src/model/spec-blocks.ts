/** Owns the schemas of the blocks of a spec, with what their members are for; does not know where a block stands. */
import * as z from 'zod/mini';
import { absolutePath, amount, idText, imageAddress, writtenText } from './spec-values.ts';

export const workerConfig = z.strictObject({
  minNum: z.exactOptional(
    amount().check(
      z.meta({
        description: 'Fewest workers that run at any time; 0 scales to zero. Range: live limits. 0 on creation.',
        default: 0,
        examples: [0],
      }),
    ),
  ),
  maxNum: z.exactOptional(
    amount().check(
      z.meta({
        description: 'Most workers that run at any time; not below `minNum`. Range: live limits. 1 on creation.',
        default: 1,
        examples: [3],
      }),
    ),
  ),
  freeTimeout: z.exactOptional(
    amount().check(
      z.meta({
        description: 'Seconds that a worker may idle before it is stopped. Range: live limits. 300 on creation.',
        default: 300,
        examples: [300],
      }),
    ),
  ),
  maxConcurrent: z.exactOptional(
    amount().check(
      z.meta({
        description: 'Requests that one worker serves at the same time. Range: live limits. 1 on creation.',
        default: 1,
        examples: [8],
      }),
    ),
  ),
  gpuNum: z.exactOptional(
    amount().check(
      z.meta({ description: 'GPUs of each worker. Range: live limits. 1 on creation.', default: 1, examples: [1] }),
    ),
  ),
  requestTimeout: z.exactOptional(
    amount().check(
      z.meta({
        description: 'Seconds that a request may take. Range: live limits. 600 on creation.',
        default: 600,
        examples: [600],
      }),
    ),
  ),
  cudaVersion: z.exactOptional(
    idText().check(
      z.meta({
        description: 'Lowest CUDA version of the machines. List: live limits. Applied by the v2 update.',
        examples: ['12.8'],
      }),
    ),
  ),
});

export const imageBlock = z.strictObject({
  image: z.exactOptional(
    imageAddress().check(
      z.meta({
        description: 'Address of the image. The input `image` goes before it.',
        examples: ['ghcr.io/acme/llama:1.4.0'],
      }),
    ),
  ),
  authId: z.exactOptional(
    z.string().check(
      z.meta({
        description: 'Id of a saved image credential; empty for a public image.',
        default: '',
        examples: ['cred-1'],
      }),
    ),
  ),
  command: z.exactOptional(
    z.string().check(
      z.meta({
        description: "Start command; empty for the image's own.",
        default: '',
        examples: ['--model meta-llama/Llama-3.1-8B-Instruct'],
      }),
    ),
  ),
  entrypoint: z.exactOptional(
    z.string().check(
      z.meta({
        description: 'Entrypoint of the container. Applied by the v2 update.',
        examples: ['/usr/bin/python3'],
      }),
    ),
  ),
});

export const volumeMount = z.strictObject({
  type: z.string().check(
    z.minLength(1),
    z.meta({
      description: '`local` for a disk of the worker; any other word is cloud storage and needs `clusterID`.',
      examples: ['local', 'network'],
    }),
  ),
  id: z
    .optional(z.string())
    .check(z.meta({ description: 'Id of the cloud storage; may be left out for `local`.', examples: ['vol-1'] })),
  size: z.optional(amount()).check(
    z.meta({
      description: 'Size in GB; may be left out for cloud storage. Range of `local`: live limits.',
      examples: [50],
    }),
  ),
  mountPath: absolutePath().check(z.meta({ description: 'Absolute path in the container.', examples: ['/data'] })),
});

export const envKey = z.string().check(z.regex(/^[^=]+$/, { error: 'must not be empty and must hold no `=`' }));
export const env = z.strictObject({
  key: envKey.check(z.meta({ description: 'Name of the variable; not empty, without `=`.', examples: ['MODEL'] })),
  value: writtenText().check(
    z.meta({
      description: 'Value; a bare `true`, `1` or `1.10` stays the text as written.',
      examples: ['llama-3.1-8b'],
    }),
  ),
});

const healthPath = () =>
  absolutePath().check(z.meta({ description: 'Path that answers 200 when healthy.', examples: ['/health'] }));

export const healthBlock = z.strictObject({
  path: z.exactOptional(healthPath()),
  port: z.exactOptional(
    z
      .int()
      .check(
        z.gte(0),
        z.lte(65535),
        z.meta({ description: 'Port of the health check, 0–65535. Applied by the v2 update.', examples: [8001] }),
      ),
  ),
});
