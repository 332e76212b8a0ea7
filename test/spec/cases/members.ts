/** Cases of members: unknown, missing, of another type, against a static rule; and of inputs. */
import type { IssueCase } from './case.ts';

export const membersCases: readonly IssueCase[] = [
  {
    title: 'variables',
    text: 'name: ${NAME}-${UNKNOWN}\nimage: "${IMAGE"\nregionId: ${}\nclusterID: ${{ github.sha }}\nenvs:\n  A: ${a-b}\n  B: "\\x24{ESCAPED}"\n  C: |\n    one ${TWO}\n    $${literal}\n',
    inputs: { variables: { NAME: 'not-a-numberame', OTHER: 'hidden-other' } },
    expected: [
      '1:15 error unknown-variable name ⟨${UNKNOWN}⟩ the variable `UNKNOWN` is not set in the `variables` input → Known variables: NAME, OTHER. Add `UNKNOWN=…` to the `variables` input, or write `$${` for a literal `${`.',
      '2:9 error malformed-variable image ⟨${IMAGE⟩ `${` starts a variable but no name with a closing `}` follows → Write `${KEY}` with letters, digits and `_`, or `$${` for a literal `${`.',
      '3:11 error malformed-variable regionId ⟨${⟩ `${` starts a variable but no name with a closing `}` follows → Write `${KEY}` with letters, digits and `_`, or `$${` for a literal `${`.',
      '4:12 error malformed-variable clusterID ⟨${⟩ `${` starts a variable but no name with a closing `}` follows → GitHub fills `${{ … }}` in workflows only: pass the value in the `variables` input and write `${KEY}`; for a credential, use the `secret-envs` input.',
      '6:6 error malformed-variable envs.A ⟨${a⟩ `${` starts a variable but no name with a closing `}` follows → Write `${KEY}` with letters, digits and `_`, or `$${` for a literal `${`.',
      '7:6 error unknown-variable envs.B ⟨"\\x24{ESCAPED}"⟩ the variable `ESCAPED` is not set in the `variables` input → Known variables: NAME, OTHER. Add `ESCAPED=…` to the `variables` input, or write `$${` for a literal `${`.',
      '9:9 error unknown-variable envs.C ⟨${TWO}⟩ the variable `TWO` is not set in the `variables` input → Known variables: NAME, OTHER. Add `TWO=…` to the `variables` input, or write `$${` for a literal `${`.',
    ],
  },
  {
    title: 'unknown variable, none given',
    text: 'name: ${NAME}\n',
    expected: [
      '1:7 error unknown-variable name ⟨${NAME}⟩ the variable `NAME` is not set in the `variables` input → The `variables` input is empty: add `NAME=…`, or write `$${` for a literal `${`.',
    ],
  },
  ...[20, 21].map((count): IssueCase => {
    const keys = Array.from({ length: count }, (_, index) => `V${String(index).padStart(2, '0')}`);
    return {
      title: `unknown variable, ${count} given`,
      text: 'name: ${NAME}\n',
      inputs: { variables: Object.fromEntries(keys.map((key) => [key, 'x'])) },
      expected: [
        `1:7 error unknown-variable name ⟨\${NAME}⟩ the variable \`NAME\` is not set in the \`variables\` input → Known variables: ${keys.slice(0, 20).join(', ')}${count > 20 ? ' and 1 more' : ''}. Add \`NAME=…\` to the \`variables\` input, or write \`$\${\` for a literal \`\${\`.`,
      ],
    };
  }),
  {
    title: 'unknown keys',
    text: 'name: a\nappname: b\nworker_config: {}\nminNum: 1\nworkerConfig:\n  maxNun: 1\n  path: /\nenv:\n  TOKEN: secret-1\n__proto__: 1\nconstructor: 2\n',
    expected: [
      '2:1 error unknown-key appname ⟨appname⟩ `appname` is not a field of the spec → Did you mean `appName`?',
      '3:1 error unknown-key worker_config ⟨worker_config⟩ `worker_config` is not a field of the spec → Did you mean `workerConfig`?',
      '4:1 error unknown-key minNum ⟨minNum⟩ `minNum` is not a field of the spec → `minNum` belongs in `workerConfig`.',
      '6:3 error unknown-key workerConfig.maxNun ⟨maxNun⟩ `maxNun` is not a field of `workerConfig` → Did you mean `maxNum`?',
      '7:3 error unknown-key workerConfig.path ⟨path⟩ `path` is not a field of `workerConfig` → `path` belongs in `healthy`.',
      '8:1 error unknown-key env ⟨env⟩ `env` is not a field of the spec → Did you mean `envs`?',
      '10:1 error unknown-key __proto__ ⟨__proto__⟩ `__proto__` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '11:1 error unknown-key constructor ⟨constructor⟩ `constructor` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    ],
  },
  {
    title: 'misspelt keys that are needed',
    text: 'nam: a\npolicy: {typ: queue, value: 1}\nvolumeMounts:\n  - {type: local, size: 1, mountpath: /a}\nworkerConfig:\n  rootfsSize: 3\n',
    expected: [
      '1:1 error unknown-key nam ⟨nam⟩ `nam` is not a field of the spec → Did you mean `name`?',
      '2:10 error unknown-key policy.typ ⟨typ⟩ `typ` is not a field of `policy` → Did you mean `type`?',
      '4:28 error unknown-key volumeMounts.0.mountpath ⟨mountpath⟩ `mountpath` is not a field of `volumeMounts[0]` → Did you mean `mountPath`?',
      '6:3 error unknown-key workerConfig.rootfsSize ⟨rootfsSize⟩ `rootfsSize` is not a field of `workerConfig` → `rootfsSize` belongs in the spec.',
    ],
  },
  {
    title: 'name missing',
    text: 'workerConfig:\n  minNum: 1\n',
    expected: [
      '1:1 error missing-key name ⟨⟩ `name` is missing: it identifies the endpoint → Add, for example, `name: llama-prod`, or set the `name` input.',
    ],
  },
  {
    title: 'members of blocks missing',
    text: 'name: a\npolicy:\n  type: queue\nports:\n  - {}\nvolumeMounts:\n  - type: local\nenvs:\n  - key: A\n',
    expected: [
      '5:5 error missing-key ports.0.port ⟨{}⟩ `ports[0].port` is missing → Add, for example, `port: 8000`.',
      '7:5 error missing-key volumeMounts.0.mountPath ⟨type: local⟩ `volumeMounts[0].mountPath` is missing → Add, for example, `mountPath: /data`.',
      '9:5 error missing-key envs.0.value ⟨key: A⟩ `envs[0].value` is missing → Add, for example, `value: llama-3.1-8b`.',
    ],
  },
  {
    title: 'wrong types',
    text: 'name: 1.5\nappName: [a]\nworkerConfig:\n  minNum: "1"\n  maxNum: 1.5\n  freeTimeout: yes\n  maxConcurrent: 1_000\n  gpuNum: .inf\n  requestTimeout: true\n  cudaVersion: [12.8]\nports: 8000\npolicy: queue\nimage: [a]\nproducts: SL-1\nrootfsSize: {}\nvolumeMounts: /data\nclusterID: 0x1F\nenvs: A=secret-1\nhealthy: 8000\nregionId: ~\n',
    expected: [
      '1:7 error wrong-type name ⟨1.5⟩ `name` is the number 1.5; allowed: text → Write it in quotes: `"1.5"`.',
      '2:10 error wrong-type appName ⟨[a]⟩ `appName` is a list; allowed: text → Write, for example, `appName: llama`.',
      '4:11 error wrong-type workerConfig.minNum ⟨"1"⟩ `workerConfig.minNum` is the text "1"; allowed: a whole number of workers → Write, for example, `minNum: 0`.',
      '5:11 error wrong-type workerConfig.maxNum ⟨1.5⟩ `workerConfig.maxNum` is the number 1.5; allowed: a whole number of workers → Write, for example, `maxNum: 3`.',
      '6:16 error wrong-type workerConfig.freeTimeout ⟨yes⟩ `workerConfig.freeTimeout` is the text "yes"; allowed: a whole number of seconds → Write, for example, `freeTimeout: 300`.',
      '7:18 error wrong-type workerConfig.maxConcurrent ⟨1_000⟩ `workerConfig.maxConcurrent` is the text "1_000"; allowed: a whole number of requests → Write, for example, `maxConcurrent: 8`.',
      '8:11 error wrong-type workerConfig.gpuNum ⟨.inf⟩ `workerConfig.gpuNum` is the number .inf; allowed: a whole number of GPUs → Write, for example, `gpuNum: 1`.',
      '9:19 error wrong-type workerConfig.requestTimeout ⟨true⟩ `workerConfig.requestTimeout` is `true`; allowed: a whole number of seconds → Write, for example, `requestTimeout: 600`.',
      '10:16 error wrong-type workerConfig.cudaVersion ⟨[12.8]⟩ `workerConfig.cudaVersion` is a list; allowed: text or a number → Write, for example, `cudaVersion: "12.8"`.',
      '11:8 error wrong-type ports ⟨8000⟩ `ports` is the number 8000; allowed: a list → Write, for example, `ports: [8000]`.',
      '12:9 error wrong-type policy ⟨queue⟩ `policy` is the text "queue"; allowed: a mapping of `type`, `value` → Write, for example, `policy: {type: concurrency, value: 8}`.',
      '13:8 error wrong-type image ⟨[a]⟩ `image` is a list; allowed: text or a mapping of `image`, `authId`, `command`, `entrypoint` → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      '14:11 error wrong-type products ⟨SL-1⟩ `products` is the text "SL-1"; allowed: a list → Write, for example, `products: [SL-serverless-3]`.',
      '15:13 error wrong-type rootfsSize ⟨{}⟩ `rootfsSize` is a mapping; allowed: a whole number of GB → Write, for example, `rootfsSize: 100`.',
      '16:15 error wrong-type volumeMounts ⟨/data⟩ `volumeMounts` is the text "/data"; allowed: a list → Write, for example, `volumeMounts: [{type: local, size: 50, mountPath: /data}]`.',
      '17:12 error wrong-type clusterID ⟨0x1F⟩ `clusterID` is the number 0x1F; allowed: text → Write it in quotes: `"0x1F"`.',
      '18:7 error wrong-type envs ⟨A=secret-1⟩ `envs` is text; allowed: a mapping or a list → Write, for example, `envs: {MODEL: llama-3.1-8b}`.',
      '19:10 error wrong-type healthy ⟨8000⟩ `healthy` is the number 8000; allowed: text or a mapping of `path`, `port` → Write, for example, `healthy: {path: /health}`.',
      '20:11 error wrong-type regionId ⟨~⟩ `regionId` is empty (null); allowed: text → Write, for example, `regionId: us-dallas-1`. Or delete the key: a deploy does not change fields that the spec omits.',
    ],
  },
  {
    title: 'empty values',
    text: 'name:\nworkerConfig:\nports:\nimage:\nenvs:\n',
    expected: [
      '1:1 error wrong-type name ⟨name⟩ `name` is empty (null); allowed: text → Write, for example, `name: llama-prod`.',
      '2:1 error wrong-type workerConfig ⟨workerConfig⟩ `workerConfig` is empty (null); allowed: a mapping → Write, for example, `workerConfig: {minNum: 0, maxNum: 3}`. Or delete the key: a deploy does not change fields that the spec omits.',
      '3:1 error wrong-type ports ⟨ports⟩ `ports` is empty (null); allowed: a list → Write, for example, `ports: [8000]`. Or delete the key: a deploy does not change fields that the spec omits.',
      '4:1 error wrong-type image ⟨image⟩ `image` is empty (null); allowed: text or a mapping of `image`, `authId`, `command`, `entrypoint` → Write, for example, `image: ghcr.io/acme/llama:1.4.0`. Or delete the key: a deploy does not change fields that the spec omits.',
      '5:1 error wrong-type envs ⟨envs⟩ `envs` is empty (null); allowed: a mapping or a list → Write, for example, `envs: {MODEL: llama-3.1-8b}`. Or delete the key: a deploy does not change fields that the spec omits.',
    ],
  },
  {
    title: 'wrong types in envs',
    text: 'name: a\nenvs:\n  A: [secret-1]\n  B: {C: secret-2}\n  D:\n  E: ~\n',
    expected: [
      '3:6 error wrong-type envs.A ⟨[secret-1]⟩ `envs.A` is a list; allowed: text, a number, true or false → Write one text, in quotes; `""` for an empty one.',
      '4:6 error wrong-type envs.B ⟨{C: secret-2}⟩ `envs.B` is a mapping; allowed: text, a number, true or false → Write one text, in quotes; `""` for an empty one.',
      '5:3 error wrong-type envs.D ⟨D⟩ `envs.D` is empty (null); allowed: text, a number, true or false → Write one text, in quotes; `""` for an empty one.',
      '6:6 error wrong-type envs.E ⟨~⟩ `envs.E` is empty (null); allowed: text, a number, true or false → Write one text, in quotes; `""` for an empty one.',
    ],
  },
  {
    title: 'items of envs',
    text: 'name: a\nenvs:\n  - A=secret-1\n  - A: secret-2\n  - key: [secret-3]\n    value: {a: secret-4}\n  - key: secret=5\n    value: secret-6\n',
    expected: [
      '3:5 error wrong-type envs.0 ⟨A=secret-1⟩ `envs[0]` is text; allowed: a mapping of `key`, `value` → Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.',
      '4:5 error unknown-key envs.1.A ⟨A⟩ `A` is not a field of `envs[1]` → Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.',
      '5:10 error wrong-type envs.2.key ⟨[secret-3]⟩ `envs[2].key` is a list; allowed: text → Write one text, in quotes; `""` for an empty one.',
      '6:12 error wrong-type envs.2.value ⟨{a: secret-4}⟩ `envs[2].value` is a mapping; allowed: text, a number, true or false → Write one text, in quotes; `""` for an empty one.',
      '7:10 error invalid-value envs.3.key ⟨secret=5⟩ `envs[3].key` is text; it must not be empty or contain `=` (documented rule) → Write, for example, `key: MODEL`.',
    ],
  },
  {
    title: 'keys of envs',
    text: 'name: a\nenvs:\n  "": secret-1\n  A=secret-2: secret-3\n  B=secret-4:\n  __proto__: secret-5\n  constructor: fine\n  N: "a\\0b"\n',
    expected: [
      '3:3 error invalid-value envs. ⟨""⟩ a key of `envs` is malformed: it must not be empty or contain `=` (documented rule) → Write `KEY: value`, one variable per line.',
      '4:3 error invalid-value envs.A ⟨A=secret-2⟩ a key of `envs` is malformed: it must not be empty or contain `=` (documented rule) → Write `KEY: value`, one variable per line.',
      '5:3 error invalid-value envs.B ⟨B=secret-4⟩ a key of `envs` is malformed: it must not be empty or contain `=` (documented rule) → Write `KEY: value`, one variable per line.',
      '6:14 error invalid-value envs.__proto__ ⟨secret-5⟩ the key `__proto__` of `envs` cannot be sent to the service → Use another name.',
    ],
  },
  {
    title: 'static ranges',
    text: `name: ${'n'.repeat(221)}\nworkerConfig:\n  minNum: -1\nports: [65536]\nclusterID: ${'c'.repeat(256)}\nhealthy: {port: 65536}\n`,
    expected: [
      '1:7 error out-of-range name ⟨nnnnnnnnnnnnnnnnnnnn…nnnnnnnnnn⟩ `name` is 221 characters long; allowed: at most 220 (documented rule) → Shorten it to 220 characters.',
      '3:11 error out-of-range workerConfig.minNum ⟨-1⟩ `workerConfig.minNum` is the number -1; allowed: at least 0 (documented rule) → Write, for example, `minNum: 0`.',
      '4:9 error out-of-range ports.0 ⟨65536⟩ `ports[0]` is the number 65536; allowed: at most 65535 (documented rule) → Write, for example, `ports: [8000]`.',
      '5:12 error out-of-range clusterID ⟨cccccccccccccccccccc…cccccccccc⟩ `clusterID` is 256 characters long; allowed: at most 255 (documented rule) → Shorten it to 255 characters.',
      '6:17 error out-of-range healthy.port ⟨65536⟩ `healthy.port` is the number 65536; allowed: at most 65535 (documented rule) → Write, for example, `port: 8001`.',
    ],
  },
  {
    title: 'empty texts',
    text: 'name: ""\nimage: ""\nproducts: [""]\npolicy: {type: "", value: 1}\n',
    expected: [
      '1:7 error out-of-range name ⟨""⟩ `name` is empty → Write, for example, `name: llama-prod`.',
      '2:8 error out-of-range image ⟨""⟩ `image` is empty → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      '3:12 error out-of-range products.0 ⟨""⟩ `products[0]` is empty → Write, for example, `products: [SL-serverless-3]`.',
      '4:16 error out-of-range policy.type ⟨""⟩ `policy.type` is empty → Write, for example, `type: concurrency`.',
    ],
  },
  {
    title: 'no port',
    text: 'name: a\nports: []\n',
    expected: [
      '2:8 error out-of-range ports ⟨[]⟩ `ports` has 0 items; allowed: exactly 1 (documented rule) → Write, for example, `ports: [8000]`.',
    ],
  },
  {
    title: 'two ports',
    text: 'name: a\nports: [8000, 8001]\n',
    expected: [
      '2:8 error out-of-range ports ⟨[8000, 8001]⟩ `ports` has 2 items; allowed: exactly 1 (documented rule) → Write, for example, `ports: [8000]`.',
    ],
  },
  {
    title: 'reserved ports',
    text: 'name: a\nports: [2222]\n---\nname: b\nports: ["2223"]\n---\nname: c\nports: [{port: 2224}]\n',
    expected: [
      '2:9 error invalid-value ports.0 ⟨2222⟩ `ports[0]` is the number 2222; it must not be 2222, 2223 or 2224, which are reserved by the service (documented rule) → Write, for example, `ports: [8000]`.',
      '5:9 error invalid-value ports.0 ⟨"2223"⟩ `ports[0]` is the text "2223"; it must be a number from 1 to 65535, except 2222, 2223 and 2224 (documented rule) → Write, for example, `ports: [8000]`.',
      '8:16 error invalid-value ports.0.port ⟨2224⟩ `ports[0].port` is the number 2224; it must not be 2222, 2223 or 2224, which are reserved by the service (documented rule) → Write, for example, `port: 8000`.',
    ],
  },
  {
    title: 'ports that are none',
    text: 'name: a\nports: [0]\n---\nname: b\nports: ["0"]\n---\nname: c\nports: [{port: 08000x}]\n---\nname: d\nports: [http]\n---\nname: e\nports: [[8000]]\n---\nname: f\nports: [{port: 1, name: http}]\n',
    expected: [
      '2:9 error out-of-range ports.0 ⟨0⟩ `ports[0]` is the number 0; allowed: at least 1 (documented rule) → Write, for example, `ports: [8000]`.',
      '5:9 error invalid-value ports.0 ⟨"0"⟩ `ports[0]` is the text "0"; it must be a number from 1 to 65535, except 2222, 2223 and 2224 (documented rule) → Write, for example, `ports: [8000]`.',
      '8:16 error invalid-value ports.0.port ⟨08000x⟩ `ports[0].port` is the text "08000x"; it must be a number from 1 to 65535, except 2222, 2223 and 2224 (documented rule) → Write, for example, `port: 8000`.',
      '11:9 error invalid-value ports.0 ⟨http⟩ `ports[0]` is the text "http"; it must be a number from 1 to 65535, except 2222, 2223 and 2224 (documented rule) → Write, for example, `ports: [8000]`.',
      '14:9 error wrong-type ports.0 ⟨[8000]⟩ `ports[0]` is a list; allowed: a whole number or text or a mapping of `port` → Write, for example, `ports: [8000]`.',
      '17:19 error unknown-key ports.0.name ⟨name⟩ `name` is not a field of `ports[0]` → `name` belongs in the spec.',
    ],
  },
  {
    title: 'relative paths',
    text: 'name: a\nhealthy: health\nvolumeMounts:\n  - {type: local, size: 1, mountPath: data}\n---\nname: b\nhealthy: {path: health}\n',
    expected: [
      '2:10 error invalid-value healthy ⟨health⟩ `healthy` is the text "health"; it must start with `/` (documented rule) → Write, for example, `healthy: {path: /health}`.',
      '4:39 error invalid-value volumeMounts.0.mountPath ⟨data⟩ `volumeMounts[0].mountPath` is the text "data"; it must start with `/` (documented rule) → Write, for example, `mountPath: /data`.',
      '7:17 error invalid-value healthy.path ⟨health⟩ `healthy.path` is the text "health"; it must start with `/` (documented rule) → Write, for example, `path: /health`.',
    ],
  },
  {
    title: 'a variable that is no number',
    text: 'name: a\nworkerConfig:\n  minNum: ${N}\n  maxNum: "${M}"\n  gpuNum: ${ONE}${ONE}\nports:\n  - ${N}\npolicy: {type: "${N}", value: 1}\n',
    inputs: { variables: { N: 'not-a-number', M: '70001.5', ONE: '1' } },
    expected: [
      '3:11 error wrong-type workerConfig.minNum ⟨${N}⟩ `workerConfig.minNum` is the text "not-a-number"; allowed: a whole number of workers → Write, for example, `minNum: 0`.',
      '4:11 error wrong-type workerConfig.maxNum ⟨"${M}"⟩ `workerConfig.maxNum` is the text "70001.5"; allowed: a whole number of workers → Write, for example, `maxNum: 3`.',
      '5:11 error wrong-type workerConfig.gpuNum ⟨${ONE}${ONE}⟩ `workerConfig.gpuNum` is the text "11"; allowed: a whole number of GPUs → Write, for example, `gpuNum: 1`.',
      '7:5 error invalid-value ports.0 ⟨${N}⟩ `ports[0]` is the text "not-a-number"; it must be a number from 1 to 65535, except 2222, 2223 and 2224 (documented rule) → Write, for example, `ports: [8000]`.',
      '8:16 warning unknown-policy-type policy.type ⟨"${N}"⟩ `policy.type` is "not-a-number"; the known types are `queue` and `concurrency`, so the range of `policy.value` is not checked → Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.',
    ],
  },
  {
    title: 'variables out of range',
    text: 'name: ${LONG}\nports: [{port: "${P}"}]\n',
    inputs: { variables: { LONG: 'hidden'.repeat(40), P: '70123' } },
    expected: [
      '1:7 error out-of-range name ⟨${LONG}⟩ `name` is 240 characters long; allowed: at most 220 (documented rule) → Shorten it to 220 characters.',
      '2:16 error out-of-range ports.0.port ⟨"${P}"⟩ `ports[0].port` is the text "70123"; allowed: at most 65535 (documented rule) → Write, for example, `port: 8000`.',
    ],
  },
  {
    title: 'two items of envs with one key',
    text: 'name: a\nenvs:\n  - {key: A, value: secret-1}\n  - {key: B, value: secret-2}\n  - {key: A, value: secret-3}\n',
    expected: ['5:11 error duplicate-env envs.2.key ⟨A⟩ the key `A` of `envs` is set twice → Keep one of the items.'],
  },
  {
    title: 'cloud storage without cluster',
    text: 'name: a\nvolumeMounts:\n  - {type: network, id: vol-1, mountPath: /a}\n  - {type: nfs, mountPath: /b}\n  - {type: local, mountPath: /c}\n---\nname: b\nclusterID: ""\nvolumeMounts: [{type: network, id: vol-1, mountPath: /a}]\n',
    check: 'unplanned',
    expected: [
      '3:12 warning cluster-required clusterID ⟨network⟩ `volumeMounts[0]` is cloud storage (its type is not `local`), but `clusterID` is missing; an existing endpoint would keep its current value → Add the `clusterID` of the cluster that holds the storage.',
      '4:5 warning missing-key volumeMounts.1.id ⟨{type: nfs, mountPath: /b}⟩ `volumeMounts[1].id` is missing: cloud storage is identified by its ID; an existing endpoint would keep its current value → Add `id: …`.',
      '4:12 warning cluster-required clusterID ⟨nfs⟩ `volumeMounts[1]` is cloud storage (its type is not `local`), but `clusterID` is missing; an existing endpoint would keep its current value → Add the `clusterID` of the cluster that holds the storage.',
      '5:5 warning missing-key volumeMounts.2.size ⟨{type: local, mountPath: /c}⟩ `volumeMounts[2].size` is missing: a local disk needs a size in GB; an existing endpoint would keep its current value → Add, for example, `size: 50`.',
      '8:12 error cluster-required clusterID ⟨""⟩ `volumeMounts[0]` is cloud storage (its type is not `local`), but `clusterID` is empty → Add the `clusterID` of the cluster that holds the storage.',
    ],
  },
  {
    title: 'two volumes at one path, cloud storage with an empty id',
    text: 'name: a\nvolumeMounts:\n  - {type: local, size: 5, mountPath: /a}\n  - {type: nfs, id: "", mountPath: /b}\n  - {type: local, size: 9, mountPath: /a}\n',
    expected: [
      '4:21 error invalid-value volumeMounts.1.id ⟨""⟩ `volumeMounts[1].id` is empty: cloud storage is identified by its ID → Write the ID of the storage.',
      '5:39 error duplicate-mount volumeMounts.2.mountPath ⟨/a⟩ `volumeMounts[2].mountPath` is "/a", where `volumeMounts[0]` is already mounted → Give each volume a unique `mountPath`.',
    ],
  },
  {
    title: 'envs that are reserved',
    text: 'name: a\nenvs:\n  GPU_ENDPOINT_DEPLOYMENT: secret-1\n  GPU_ENDPOINT_UNFINISHED: secret-2\n---\nname: b\nenvs:\n  - {key: GPU_ENDPOINT_UNFINISHED, value: secret-3}\n',
    expected: [
      "3:3 error reserved-env envs.GPU_ENDPOINT_DEPLOYMENT ⟨GPU_ENDPOINT_DEPLOYMENT⟩ the key `GPU_ENDPOINT_DEPLOYMENT` of `envs` is reserved for this action's own record → Use another name.",
      "4:3 error reserved-env envs.GPU_ENDPOINT_UNFINISHED ⟨GPU_ENDPOINT_UNFINISHED⟩ the key `GPU_ENDPOINT_UNFINISHED` of `envs` is reserved for this action's own record → Use another name.",
      "8:11 error reserved-env envs.0.key ⟨GPU_ENDPOINT_UNFINISHED⟩ the key `GPU_ENDPOINT_UNFINISHED` of `envs` is reserved for this action's own record → Use another name.",
    ],
  },
  {
    title: 'as many envs as there may be, and one more',
    text: ['a', 'b']
      .map(
        (name, more) =>
          `name: ${name}\nenvs:\n${Array.from({ length: 1000 + more }, (_, n) => `  K${n}: v\n`).join('')}`,
      )
      .join('---\n'),
    expected: [
      '1006:3 error too-many-items envs ⟨K0: v⏎  K1: v⏎  K2: …  K1000: v⟩ `envs` has 1001 entries; allowed: 1000 → Combine values that belong together into one entry, or put them into the image or on a volume.',
    ],
  },
  {
    title: 'an env as long as it may be, and one byte more',
    text: 'name: a\nenvs:\n  A: ${LONG}x\n  B: ${LONG}xx\n',
    inputs: { variables: { LONG: 'ü'.repeat(65_534) } },
    expected: [
      '4:6 error invalid-value envs.B ⟨${LONG}xx⟩ `envs.B` has 131073 bytes with its key; Linux cannot start a process with more than 131072 bytes in one variable → Put the text into the image or on a volume, and pass its path.',
    ],
  },
  {
    title: 'units',
    text: 'name: a\nworkerConfig: {freeTimeout: 10m, requestTimeout: "${WAIT}", gpuNum: 2s}\npolicy: {type: queue, value: 30 s}\nrootfsSize: 200GB\nvolumeMounts:\n  - {type: local, size: 1TB, mountPath: /a}\n',
    inputs: { variables: { WAIT: '1h' } },
    expected: [
      '2:29 error wrong-type workerConfig.freeTimeout ⟨10m⟩ `workerConfig.freeTimeout` is the text "10m"; allowed: a whole number of seconds → Write, for example, `freeTimeout: 300`.',
      '2:50 error wrong-type workerConfig.requestTimeout ⟨"${WAIT}"⟩ `workerConfig.requestTimeout` is the text "1h"; allowed: a whole number of seconds → Write, for example, `requestTimeout: 600`.',
      '2:69 error wrong-type workerConfig.gpuNum ⟨2s⟩ `workerConfig.gpuNum` is the text "2s"; allowed: a whole number of GPUs → Write, for example, `gpuNum: 1`.',
      '3:30 error wrong-type policy.value ⟨30 s⟩ `policy.value` is the text "30 s"; allowed: a whole number → Write, for example, `value: 8`.',
      '4:13 error wrong-type rootfsSize ⟨200GB⟩ `rootfsSize` is the text "200GB"; allowed: a whole number of GB → Write, for example, `rootfsSize: 100`.',
      '6:25 error wrong-type volumeMounts.0.size ⟨1TB⟩ `volumeMounts[0].size` is the text "1TB"; allowed: a whole number → Write, for example, `size: 50`.',
    ],
  },
  {
    title: 'policies that mean a known one, and another',
    text: 'name: a\npolicy: {type: queued, value: 5}\n---\nname: b\npolicy: {type: Concurency, value: 5}\n---\nname: c\npolicy: {type: latency, value: 5}\n',
    expected: [
      '2:16 error unknown-policy-type policy.type ⟨queued⟩ `policy.type` is "queued"; the known types are `queue` and `concurrency` → Did you mean `queue`?',
      '5:16 error unknown-policy-type policy.type ⟨Concurency⟩ `policy.type` is "Concurency"; the known types are `queue` and `concurrency` → Did you mean `concurrency`?',
      '8:16 warning unknown-policy-type policy.type ⟨latency⟩ `policy.type` is "latency"; the known types are `queue` and `concurrency`, so the range of `policy.value` is not checked → Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.',
    ],
  },
  {
    title: 'secrets in plain text',
    text: [
      'name: a',
      'image:',
      '  image: a/b:1',
      '  command: serve --model m --api-key "secret-of-ours" --max-tokens 5 sk-hidden12345',
      '  entrypoint: env HF_TOKEN=hf_hidden12345 run',
      'envs:',
      '  HF_TOKEN: hidden',
      '  NOTE: "see ghp_hidden1234567"',
      '  API_KEY: ${KEY}',
      '  DB_PASSWORD_FILE: hidden',
      '  EMPTY_TOKEN: ""',
      '  S_SECRET: from-secret-envs',
      '  MODEL: llama',
      '---',
      'name: b',
      'image: {image: a/b, command: "serve --api-key ${KEY} --tokenizer x --key-file /a --port 80"}',
      'envs:',
      '  - {key: AWS, value: AKIAHIDDEN1234567}',
      '',
    ].join('\n'),
    inputs: { variables: { KEY: 'k' }, secretEnvs: { S_SECRET: 'v' } },
    expected: [
      '4:12 warning secret-literal image.command ⟨serve --model m --ap…idden12345⟩ `image.command` contains what looks like a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
      '5:15 warning secret-literal image.entrypoint ⟨env HF_TOKEN=hf_hidden12345 run⟩ `image.entrypoint` contains what looks like a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
      '7:13 warning secret-literal envs.HF_TOKEN ⟨hidden⟩ `envs.HF_TOKEN` contains the value of a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
      '8:9 warning secret-literal envs.NOTE ⟨"see ghp_hidden1234567"⟩ `envs.NOTE` contains what looks like a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
      '10:21 warning secret-literal envs.DB_PASSWORD_FILE ⟨hidden⟩ `envs.DB_PASSWORD_FILE` contains the value of a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
      '18:23 warning secret-literal envs.0.value ⟨AKIAHIDDEN1234567⟩ `envs[0].value` contains what looks like a secret in plain text → Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.',
    ],
  },
  {
    title: 'a policy of other capitals',
    text: 'name: a\npolicy: {type: Queue, value: 5}\n',
    expected: [
      '2:16 error unknown-policy-type policy.type ⟨Queue⟩ `policy.type` is "Queue"; the known types are `queue` and `concurrency` → Did you mean `queue`?',
    ],
  },
  {
    title: 'maxNum below minNum',
    text: 'name: a\nworkerConfig:\n  minNum: 3\n  maxNum: 2\n',
    expected: [
      '4:11 error max-below-min workerConfig.maxNum ⟨2⟩ `workerConfig.maxNum` (2) is below `workerConfig.minNum` (3) → Raise `maxNum` or lower `minNum`.',
    ],
  },
  {
    title: 'form of appName',
    text: 'name: a\nappName: My_App\n',
    expected: [
      '2:10 error invalid-value appName ⟨My_App⟩ `appName` is "My_App"; the service accepts only lowercase letters, digits and hyphens → Write, for example, `appName: my-app`.',
    ],
  },
  {
    title: 'another policy',
    text: 'name: a\npolicy:\n  type: latency\n  value: 5\n',
    expected: [
      '3:9 warning unknown-policy-type policy.type ⟨latency⟩ `policy.type` is "latency"; the known types are `queue` and `concurrency`, so the range of `policy.value` is not checked → Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.',
    ],
  },
  {
    title: 'one broken item does not hide the others',
    text: 'name: a\nvolumeMounts:\n  - {type: local, size: 5}\n  - {type: ebs, id: v, mountPath: /b}\n',
    check: 'unplanned',
    expected: [
      '3:5 error missing-key volumeMounts.0.mountPath ⟨{type: local, size: 5}⟩ `volumeMounts[0].mountPath` is missing → Add, for example, `mountPath: /data`.',
    ],
  },
  {
    title: 'inputs',
    text: 'name: 5\nimage: [a]\nenvs:\n  A: b\n',
    inputs: { name: 'n'.repeat(221), secretEnvs: { A: 'hidden' } },
    expected: [
      '2:8 error wrong-type image ⟨[a]⟩ `image` is a list; allowed: text or a mapping of `image`, `authId`, `command`, `entrypoint` → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      'input name error out-of-range name `name` is 221 characters long; allowed: at most 220 (documented rule) → Shorten it to 220 characters.',
    ],
  },
  {
    title: 'empty inputs',
    text: 'name: a\nenvs: {}\n',
    inputs: { image: '', secretEnvs: { '': 'hidden', __proto__x: 'a\0hidden' } },
    expected: [
      'input image error out-of-range image `image` is empty → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      'input secret-envs error invalid-value envs. a key of `envs` is malformed: it must not be empty or contain `=` (documented rule) → Write `KEY: value`, one variable per line.',
    ],
  },
  {
    title: 'more than a hundred',
    text: `name: a\n${Array.from({ length: 150 }, (_, i) => `key${i}: 1\n`).join('')}`,
    last: 2,
    expected: [
      '101:1 error unknown-key key99 ⟨key99⟩ `key99` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '102:1 error more-issues - ⟨key100⟩ 50 more problems from here on → Correct the listed ones, then check again.',
    ],
  },
  {
    title: 'text in the place of a list',
    text: 'name: a\nports: "8000"\n',
    expected: [
      '2:8 error wrong-type ports ⟨"8000"⟩ `ports` is the text "8000"; allowed: a list → Write, for example, `ports: [8000]`.',
    ],
  },
  {
    title: 'the only member by a longer name',
    text: 'name: a\nports: [{containerPort: 8000}]\n',
    expected: [
      '2:10 error unknown-key ports.0.containerPort ⟨containerPort⟩ `containerPort` is not a field of `ports[0]` → Did you mean `port`?',
    ],
  },
  {
    title: 'part of a name',
    text: 'name: a\nvolumes: []\nhealthCheck: /health\ndockerImage: a\nmaxTokens: 1\n',
    expected: [
      '2:1 error unknown-key volumes ⟨volumes⟩ `volumes` is not a field of the spec → Did you mean `volumeMounts`?',
      '3:1 error unknown-key healthCheck ⟨healthCheck⟩ `healthCheck` is not a field of the spec → Did you mean `healthy`?',
      '4:1 error unknown-key dockerImage ⟨dockerImage⟩ `dockerImage` is not a field of the spec → Did you mean `image`?',
      '5:1 error unknown-key maxTokens ⟨maxTokens⟩ `maxTokens` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    ],
  },
  {
    title: 'no space after the colons',
    text: 'name:a\nports:8000\n',
    expected: [
      '1:1 error wrong-type - ⟨name:a⏎ports:8000⟩ the spec is the text "name:a ports:8000"; allowed: a mapping → Write a space after each `:`, as in `name: llama-prod`.',
    ],
  },
  {
    title: 'name of several lines',
    text: 'name: |\n  a\n',
    expected: [
      '1:7 error invalid-value name ⟨|⏎  a⟩ `name` is the text "a\\n"; it must be one line of visible text, without leading or trailing spaces (documented rule) → Write, for example, `name: llama-prod`.',
    ],
  },
  {
    title: 'image with a space',
    text: 'name: a\nimage: "ghcr.io/acme/llama: 1"\n',
    expected: [
      '2:8 error invalid-value image ⟨"ghcr.io/acme/llama: 1"⟩ `image` is the text "ghcr.io/acme/llama: 1"; it must be an image reference (form: [registry[:port]/]repository[:tag][@sha256:digest]) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
    ],
  },
  {
    title: 'image whose tag came out empty',
    text: 'name: a\nimage: "ghcr.io/acme/llama:${TAG}"\n',
    inputs: { variables: { TAG: '' } },
    expected: [
      '2:8 error invalid-value image ⟨"ghcr.io/acme/llama:${TAG}"⟩ `image` is the text "ghcr.io/acme/llama:"; it must be an image reference (tag: up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
    ],
  },
  {
    title: 'image with a scheme',
    text: 'name: a\nimage: {image: "https://ghcr.io/acme/llama"}\n',
    expected: [
      '2:16 error invalid-value image.image ⟨"https://ghcr.io/acme/llama"⟩ `image.image` is the text "https://ghcr.io/acme/llama"; it must be an image reference (form: [registry[:port]/]repository[:tag][@sha256:digest]) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
    ],
  },
  {
    title: 'images that cannot be',
    text: [
      'name: a\nimage: x:$TAG\n',
      'name: b\nimage: \'x:"1.0"\'\n',
      'name: c\nimage: ghcr.io/Me/X:1\n',
      'name: d\nimage: x@sha256:abc\n',
    ].join('---\n'),
    expected: [
      '2:8 error invalid-value image ⟨x:$TAG⟩ `image` is the text "x:$TAG"; it must be an image reference (tag: up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      '5:8 error invalid-value image ⟨\'x:"1.0"\'⟩ `image` is the text "x:\\"1.0\\""; it must be an image reference (tag: up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      '8:8 error invalid-value image ⟨ghcr.io/Me/X:1⟩ `image` is the text "ghcr.io/Me/X:1"; it must be an image reference, with its repository in lower case (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
      '11:8 error invalid-value image ⟨x@sha256:abc⟩ `image` is the text "x@sha256:abc"; it must be an image reference; what follows its "@" is not a digest ("sha256:" and 64 hex digits in lower case) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
    ],
  },
  {
    title: 'names that a service may change',
    text: 'name: " a"\n---\nname: "a "\n---\nname: "a\\u200Bb"\n---\nname: "\\u00A0a"\n',
    expected: [
      '1:7 error invalid-value name ⟨" a"⟩ `name` is the text " a"; it must be one line of visible text, without leading or trailing spaces (documented rule) → Write, for example, `name: llama-prod`.',
      '3:7 error invalid-value name ⟨"a "⟩ `name` is the text "a "; it must be one line of visible text, without leading or trailing spaces (documented rule) → Write, for example, `name: llama-prod`.',
      '5:7 error invalid-value name ⟨"a\\u200Bb"⟩ `name` is the text "a\u200bb"; it must be one line of visible text, without leading or trailing spaces (documented rule) → Write, for example, `name: llama-prod`.',
      '7:7 error invalid-value name ⟨"\\u00A0a"⟩ `name` is the text "\u00a0a"; it must be one line of visible text, without leading or trailing spaces (documented rule) → Write, for example, `name: llama-prod`.',
    ],
  },
  {
    title: 'a variable in a key of envs',
    text: 'name: a\nenvs:\n  ${A}: secret-1\n',
    inputs: { variables: { A: 'hidden-a' } },
    expected: [
      '3:3 error invalid-value envs ⟨${A}⟩ a key of `envs` contains `${`, and variables are not allowed in keys → Write `envs` as items: `- {key: "${KEY}", value: …}`.',
    ],
  },
];
