/** The commonest causes of the codes that have several, for docs/errors.md. */

import type { ErrorCode, errorCodes } from '../src/errors.ts';

type Explained = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]['isExplained'] extends true ? Code : never;
}[ErrorCode];

interface Cause {
  cause: string;
  whatToDo: string;
}

/** What else there is to do stands in `errorCodes` of src/errors.ts, and in the log. */
export const commonCauses: Readonly<Record<Explained, readonly Cause[]>> = {
  conflict: [
    { cause: 'Two runs deploy one endpoint', whatToDo: 'set a `concurrency` group for the workflow.' },
    { cause: 'Someone changed it in the console', whatToDo: 'check that change; a run again replaces it.' },
    { cause: 'Another repository deploys under the same name', whatToDo: 'choose another `name`.' },
  ],
  crashed: [
    {
      cause: 'Too little memory (exit code 137, `CUDA out of memory`)',
      whatToDo:
        'shorten the context (`max-model-len` of vLLM), raise `workerConfig.gpuNum`, or choose another product.',
    },
    {
      cause: 'A wrong `image.command` or env',
      whatToDo: 'the last lines of the log name it; try the command with `docker run`.',
    },
    {
      cause: 'A model that may not be downloaded (401, 403)',
      whatToDo: 'pass `HF_TOKEN` in `secret-envs`, and accept the license with its account.',
    },
  ],
  'image-pull': [
    { cause: 'A private registry', whatToDo: 'save a login in the console of the service; its ID is `image.authId`.' },
    { cause: 'A tag that is not pushed', whatToDo: 'run this step after the one that pushes it, and check the name.' },
    { cause: 'A rate limit', whatToDo: 'use a login, or keep the image in another registry.' },
  ],
  'no-capacity': [
    { cause: 'No free GPU of this product', whatToDo: 'choose another one in `products`.' },
    { cause: 'None in this cluster', whatToDo: 'choose another `clusterID`.' },
    {
      cause: 'None beside the old workers of an update',
      whatToDo: 'run it again at a quiet hour, or lower `workerConfig.minNum` first.',
    },
  ],
  'plan-changed': [
    {
      cause: 'The tag moved after the plan',
      whatToDo: 'use `resolve-image: pin` for the plan, and its output `image-digest` for the deploy.',
    },
    { cause: 'Someone changed the endpoint', whatToDo: 'plan and approve again.' },
    { cause: 'The deploy has other inputs than the plan', whatToDo: 'give both the same `variables` and `wait`.' },
  ],
  quota: [
    { cause: 'The balance is used up', whatToDo: 'top it up: the service stops endpoints that are not paid.' },
    { cause: 'Too many endpoints', whatToDo: '`list` shows them; delete some, or run `sweep` for old previews.' },
    { cause: 'More workers than the account may have', whatToDo: 'lower `workerConfig.maxNum`.' },
  ],
  rejected: [
    { cause: 'A value that the service does not take', whatToDo: 'its message in the log names it.' },
    { cause: 'A product that this account may not use', whatToDo: 'copy the ID from the console.' },
    { cause: 'Another server behind `base-url`', whatToDo: 'correct the address.' },
  ],
  'test-failed': [
    { cause: 'The test expects what a right model may not say', whatToDo: 'ask for one word, or check a status only.' },
    { cause: 'The request names a model that the server lacks', whatToDo: 'compare with its `/v1/models`.' },
    { cause: 'The version is wrong', whatToDo: 'the summary has the answer, and the log of the worker its errors.' },
  ],
  timeout: [
    { cause: 'A large image', whatToDo: 'raise `wait-timeout`, or keep the weights on a volume.' },
    { cause: 'A model that loads for long', whatToDo: 'raise `wait-timeout`; a volume spares the download.' },
    { cause: 'Old workers that finish their requests', whatToDo: 'use `wait: ready`.' },
  ],
  unhealthy: [
    {
      cause: 'The server listens elsewhere',
      whatToDo: 'let it listen on `0.0.0.0`, at the port in `ports`.',
    },
    { cause: 'The path answers no 200', whatToDo: 'correct `healthy.path`; it needs one without a login.' },
    { cause: 'The model loads for long', whatToDo: 'raise `wait-timeout`.' },
  ],
};
