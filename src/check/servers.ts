/** What servers of models are known to do: how they are started and called, and what their options are called. */

/** The names of options, and of envs for them, of servers of models and the web servers below them. */
export const options = {
  port: '--port --http-port --server-port --bind -b PORT UVICORN_PORT GRADIO_SERVER_PORT OLLAMA_HOST LLAMA_ARG_PORT',
  host: '--host --hostname --server-name --listen --bind -b HOST UVICORN_HOST GRADIO_SERVER_NAME OLLAMA_HOST LLAMA_ARG_HOST',
  tensor: '--tensor-parallel-size -tp --tp --tp-size --num-shard NUM_SHARD',
  pipeline: '--pipeline-parallel-size -pp --pp-size',
  data: '--data-parallel-size -dp --dp --dp-size',
  devices: 'CUDA_VISIBLE_DEVICES NVIDIA_VISIBLE_DEVICES',
  context: '--max-model-len --max-total-tokens --context-length --ctx-size MAX_TOTAL_TOKENS',
  served: '--served-model-name --alias --lora-modules --enable-lora',
  model: '--model --model-path --model-id MODEL_ID LLAMA_ARG_MODEL',
  key: '--api-key VLLM_API_KEY',
  parallel: '--max-num-seqs --max-running-requests --max-concurrent-requests --parallel -np OLLAMA_NUM_PARALLEL',
  store: 'OLLAMA_MODELS',
} as const;

export interface Server {
  /** As messages call it: the end of its image's repository, unless `image` says which. */
  readonly name: string;
  readonly image?: RegExp;
  /** How a command starts it; with `image`, both must fit. */
  readonly program?: string;
  readonly port?: number;
  /** Whether it hears only what comes from inside of its container. */
  readonly isInside?: true;
  /** Whether it takes one GPU, unless an option says more. */
  readonly isSingle?: true;
  readonly isVllm?: boolean;
  /** The paths that answer a health check; a path that ends with `/` stands for all below it. */
  readonly paths?: string;
  /** What the image starts by itself, before the command. */
  readonly starts?: RegExp;
  /** The option for the model, without which it serves one of its own. */
  readonly model?: string;
  /** Where its image, which has no model, looks for models and stores them. */
  readonly folder?: string;
  /** How a command must begin: that of an image without `starts` must not be empty. */
  readonly begin?: string;
}

const vllm = {
  port: 8000,
  paths: '/health /ping /load /version /metrics /v1/models',
  isVllm: true,
  isSingle: true,
} as const;
const ofHuggingFace = { port: 80, model: '--model-id', folder: '/data' } as const;
export const noServer: Server = { name: '' };

/** What servers do unless they are told otherwise. */
export const servers: readonly Server[] = [
  {
    name: 'vllm/vllm-openai',
    ...vllm,
    model: '--model',
    folder: '/root/.cache',
    starts: /^(?:vllm|serve|python3?)$/,
  },
  ...['vllm serve', 'vllm.entrypoints.openai.api_server'].map((name) => ({ name, program: name, ...vllm })),
  {
    name: 'huggingface/text-generation-inference',
    ...ofHuggingFace,
    paths: '/ /health /ping /info /metrics /v1/models',
    starts: /^text-generation-launcher$/,
  },
  {
    name: 'huggingface/text-embeddings-inference',
    ...ofHuggingFace,
    paths: '/ /health /ping /info /metrics',
    starts: /^text-embeddings-router$/,
  },
  {
    name: 'ggml-org/llama.cpp',
    image: /\/llama\.cpp:server/,
    port: 8080,
    folder: '/root/.cache',
    paths: '/ /health /v1/health /metrics /props /slots /models /v1/models',
    starts: /^(?:.*\/)?llama-server$/,
  },
  {
    name: 'ollama/ollama',
    port: 11434,
    folder: '/root/.ollama',
    starts: /^ollama$/,
    begin: 'serve',
    paths: '/ /api/version /api/tags /api/ps /v1/models',
  },
  { name: 'sglang.launch_server', program: 'sglang.launch_server', port: 30000, isInside: true, isSingle: true },
  { name: 'lmsysorg/sglang', begin: 'python3 -m sglang.launch_server' },
  {
    name: 'nvidia/tritonserver',
    port: 8000,
    begin: 'tritonserver --model-repository=…',
    paths: '/v2/health/ready /v2/health/live /v2 /v2/models/',
  },
  {
    name: 'a system',
    image:
      /^\/(?:docker\.io\/|nvcr\.io\/)?(?:(?:library\/)?(?:ubuntu|debian|alpine|python)|nvidia\/cuda|pytorch\/pytorch)(?:[:@]|$)/,
    begin: 'vllm serve …',
  },
  { name: 'ComfyUI', image: /comfyui/i, program: 'main.py', port: 8188, isInside: true },
  { name: 'uvicorn', program: 'uvicorn', port: 8000, isInside: true },
];

/** Envs that give other images their options: the ones of vLLM must be in its command. */
export const envsOfOthers =
  'MODEL_NAME MODEL_ID MAX_MODEL_LEN GPU_MEMORY_UTILIZATION TENSOR_PARALLEL_SIZE MAX_NUM_SEQS DTYPE QUANTIZATION SERVED_MODEL_NAME'.split(
    ' ',
  );

/** Whether a server with a key answers there only with the key. Other servers than vLLM leave two paths open. */
export const isGuarded = (path: string, { isVllm = false }: Server) =>
  path.startsWith('/v1/') && (isVllm || !/^\/v1\/(?:models|health)$/.test(path));

/** Types of numbers that vLLM knows. */
export const vllmTypes = 'auto half float16 bfloat16 float float32'.split(' ');

/** Options by which a server makes embeddings or scores instead of text. */
export const embedding =
  /(?:^| )(?:--task (?:embed|embedding|classify|score|reward)|--runner pooling|--is-embedding)(?: |$)/;
