/** The causes that logs name for containers that end and images that are not pulled, each with its remedy. Pure. */

import { type CodeRow, codeRow, type ErrorCode } from '../errors.ts';

type Remedies = readonly (readonly [words: RegExp, remedy: string])[];

/** In order of rank: a later cause may be the consequence of an earlier one. */
const ofContainers: Remedies = [
  [
    /CUDA(?: error:)? out of memory|CUDA_ERROR_OUT_OF_MEMORY|memory for the cache blocks/i,
    'The model needs more GPU memory: shorten its context (vLLM: `--max-model-len`), raise `workerConfig.gpuNum`, or choose another product.',
  ],
  [
    /out of memory|OutOfMemoryError|OOMKilled|oom-kill|\bexit\w*\b\D{0,20}\b137\b/i,
    'The container needs more memory than its worker has: load less at a time, or choose another product.',
  ],
  [
    /no space left on device|ENOSPC/i,
    'The disk is full: raise `rootfsSize`, or mount a volume and keep the model there, for example by `HF_HOME`.',
  ],
  [
    /\b40[13] Client Error: \w{1,20} for url: https:\/\/huggingface|GatedRepo|gated repo|RepositoryNotFoundError|invalid user token/i,
    'The model hub refuses the download: pass a valid token in `secret-envs`, such as `HF_TOKEN`, and accept the license of the model with its account.',
  ],
  [
    /address already in use|EADDRINUSE/i,
    'Two processes of the container listen on one port: only the server may use the one in `ports`.',
  ],
  [/exec format error/i, 'The image is built for another processor: build it with `--platform linux/amd64`.'],
  [
    /CUDA driver version is insufficient|unsupported (?:display driver|toolchain)/i,
    'The driver of the worker is too old for the image: set `workerConfig.cudaVersion` to the version that it needs.',
  ],
  [
    /executable file not found|exec: "[^"]{1,200}": no such file/i,
    'The image does not contain the program that it is to start: check `image.command` and `image.entrypoint`.',
  ],
];

const ofPulls: Remedies = [
  [/no matching manifest/i, 'The image is built for another processor: build it with `--platform linux/amd64`.'],
  [
    /toomanyrequests|too many requests|rate limit/i,
    'The registry limits how often the service may pull: set `image.authId` to a login of the registry, or run it again later.',
  ],
  [
    /unauthori[sz]ed|denied|forbidden|authentication required/i,
    'The registry refuses the service: save a login of the registry in the console of the service, and set its ID as `image.authId`.',
  ],
  [
    /manifest unknown|name unknown|not found|no such image|does not exist/i,
    'The registry has no such image: check its name and tag, and push it first.',
  ],
  [
    /timed out|timeout|deadline|connection re|\b50[234]\b/i,
    'The registry did not answer the service in time: run it again, or keep the image in another registry.',
  ],
];

const byLog: Readonly<Record<CodeRow['log'], Remedies>> = {
  container: ofContainers,
  pull: ofPulls,
  shown: [],
  none: [],
};

/** What to do about a failure; undefined if its words do not name a known cause. */
export function remedyOf(code: ErrorCode, words: string): string | undefined {
  return byLog[codeRow(code).log].find(([pattern]) => pattern.test(words))?.[1];
}

/** Whether a line of a log names a cause with a known remedy. */
export const namesCause = (line: string) => ofContainers.some(([pattern]) => pattern.test(line));
