/** The last lines of a log, the line that tells why a container has ended, and the remedy of the cause in it. Pure. */

import { type CodeRow, codeRow, type ErrorCode } from '../errors.ts';
import { bounded } from '../shown-text.ts';

const maxWidth = 240;

const defaultLines = 40;

/** The last lines of a cleaned text, at most 240 characters of each, without blank ones. */
export function lastLines(text: string, count = defaultLines): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').trimEnd())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => bounded(line, maxWidth));
}

/** The text as a terminal shows it: of a line that carriage returns overwrite, its last state. */
export function withoutOverwrites(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return lines.map((line) => line.slice(line.lastIndexOf('\r') + 1)).join('\n');
}

/** Where a line begins to tell why a process has ended: an exception with its text, an exit code, a signal, a panic. */
const telling: readonly RegExp[] = [
  /(?<![\w.])(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit)(?:: |$)/,
  /\b(?:panic|fatal error|fatal|FATAL): /,
  /\b[Ee]xit(?:ed)?(?: with)?(?: code| status)? ?[:=]? ?\d{1,3}\b/,
  /\b(?:Segmentation fault|Killed|Aborted|Bus error|CUDA error|core dumped)\b/,
];

const maxQuotedLine = 200;

/** The end of the last line with a known cause, else of the last line that tells why the process ended; '' for none. */
export function tellingLine(lines: readonly string[]): string {
  const told = lines.flatMap((line) => {
    const start = telling.map((pattern) => line.search(pattern)).find((at) => at !== -1);
    return start === undefined && !namesCause(line) ? [] : [line.slice(start)];
  });
  return bounded(told.findLast(namesCause) ?? told.at(-1) ?? '', maxQuotedLine);
}

type Remedies = readonly (readonly [words: RegExp, remedy: string])[];

/** The causes by rank: a later one may be the consequence of an earlier one. */
const ofContainers: Remedies = [
  [
    /CUDA(?: error:)? out of memory|CUDA_ERROR_OUT_OF_MEMORY|memory for the cache blocks|stored in KV cache|available KV cache memory/i,
    'The model needs more GPU memory: shorten its context (vLLM: `--max-model-len`), raise `workerConfig.gpuNum`, or choose another product.',
  ],
  [
    /less than desired GPU memory utilization/i,
    'Something else uses the memory of the GPU: lower `--gpu-memory-utilization`, or run it again for another worker.',
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
    /\b40[13] Client Error: \w{1,20} for url: https:\/\/huggingface|GatedRepo|gated repo|RepositoryNotFoundError|invalid user token|valid model identifier/i,
    'The model hub refuses the download: check the name of the model, pass a valid token in `secret-envs`, such as `HF_TOKEN`, and accept the license of the model with its account.',
  ],
  [
    /\b(?:429|5\d\d) (?:Client|Server) Error: [^:]{1,40} for url: https:\/\/huggingface|couldn't connect to 'https:\/\/huggingface/i,
    'The model hub did not answer: run it again, or keep the model on a volume, for example by `HF_HOME`.',
  ],
  [
    /trust_remote_code=True/,
    'The model brings code of its own: if you trust it, add `--trust-remote-code` to `image.command`.',
  ],
  [
    /does not recognize this architecture|architectures \[[^\]]{1,200}\] are not supported|Unrecognized configuration class/i,
    'The server in the image does not know this model: choose an image of a newer version.',
  ],
  [
    /max local gpu count|number of available GPUs|exceeds available GPUs|required GPUs exceeds/i,
    'The server expects more GPUs than the worker has: raise `workerConfig.gpuNum`, or lower `--tensor-parallel-size`.',
  ],
  [
    /compute capability of at least|no kernel image is available/i,
    'The image does not support this GPU: choose another product, or for bfloat16 add `--dtype half` to `image.command`.',
  ],
  [
    /error: (?:unrecognized arguments|argument -)|the following arguments are required/i,
    'The program does not take these arguments: correct `image.command`. The image may start the server itself, as `vllm/vllm-openai` does, or be of another version.',
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
    /Failed to infer device type|Found no NVIDIA driver|libcuda\.so\S{0,9}: cannot open|no CUDA-capable device/i,
    'The container finds no GPU: choose an image that is built for CUDA. If it is, run it again for another worker.',
  ],
  [
    /executable file not found|exec: "[^"]{1,200}": no such file/i,
    'The image does not contain the program that it is to start: check `image.command` and `image.entrypoint`.',
  ],
];

const ofPulls: Remedies = [
  [
    /no space left on device|ENOSPC/i,
    'The image does not fit on the disk of the worker: make it smaller, or keep the model on a volume.',
  ],
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
const namesCause = (line: string) => ofContainers.some(([pattern]) => pattern.test(line));
