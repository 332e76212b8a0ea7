/** The descriptions of the inputs in action.yml; made by `npm run build`. */

export const inputDescriptions = {
  command: 'Command to run: `deploy`, `plan`, `validate`, `delete`, `sweep` or `export`.',
  spec: 'Path of the endpoint spec (YAML) in the workspace; one path or glob per line.',
  'base-url':
    'Base address of the service, such as `https://api.novita.ai`. Defaults to the environment variable `GPU_ENDPOINT_BASE_URL`.',
  'api-key':
    'API key of the service, from a secret. Defaults to the environment variable `GPU_ENDPOINT_API_KEY`. Masked in all logs.',
  image:
    'Image reference that overrides `image.image` in the spec, usually the digest from a build step. For several specs, one `name=image` per line. `spec` uses the image in the spec; an empty value is an error.',
  'resolve-image':
    'How to look up the image in its registry before the first write: `check` fails if a new image does not exist or is not built for linux/amd64; `pin` also deploys the digest that the tag points to now, so a moved tag is a change; `off` skips the lookup. Logins from earlier steps (`docker/login-action`) are used.',
  name: 'Endpoint name that overrides `name` in the spec.',
  'endpoint-id': 'ID of the endpoint, if its name alone does not identify it.',
  variables:
    '`KEY=VALUE` lines that replace `${KEY}` in the spec. Quotes are part of the value. The process environment is never used.',
  'secret-envs':
    "`KEY=VALUE` lines (or `KEY<<END` … `END` for several lines) added to the endpoint's envs; they override `envs` in the spec. Defaults to the environment variable `GPU_ENDPOINT_SECRET_ENVS`. Masked in all logs.",
  limits:
    "What happens if a value is outside the service's live limits: `enforce` fails the step, `warn` reports it, `off` skips the check.",
  'update-api':
    'Update API to use: `auto` uses v1 where possible and v2 where a change requires it; `v1` and `v2` always use that one.',
  wait: 'What to wait for after a write: `ready` (a new worker serves), `rollout` (only new workers serve), or `none`.',
  'wait-timeout': 'Maximum time to wait, such as `20m`, `90s`, `1h`, or a number of seconds.',
  'on-failure':
    'What to do if an updated endpoint fails: `restore` rolls back to the previous configuration, `keep` leaves the new one.',
  'smoke-test':
    "Path on the endpoint's URL, such as `/health`, that must return 2xx before the step succeeds. Empty for no test. Wakes a billed worker if the endpoint is scaled to zero.",
  'allow-replace':
    "`true` allows a change of `appName`, which no update can make: a new endpoint is created, and the old one is deleted once the new one serves. If two endpoints have the name, the one without the spec's `appName` is the old one.",
  adopt: '`true` takes over an endpoint that another repository deployed.',
  force:
    '`true` overrides safety checks: deploys an older commit, overwrites a file on `export`, resends members that cannot be compared, runs on untrusted events.',
  'export-all': '`true` makes `export` write every member, including those with default values.',
  'approved-plan':
    'The `plan-digest` of an approved plan, one per line. The step fails if the deploy would do anything else. `none` requires no approval; an empty value is an error.',
  preview:
    '`true` deploys one endpoint per pull request: named `<name>-pr-<number>`, and deleted when the pull request closes.',
  'preview-max-age':
    'Age after which `sweep` deletes a preview even if its pull request is open, such as `14d`; at least `1h`. Empty for no limit.',
  'preview-limits':
    'Limits for previews, as `name=value` lines: `workers` (default 1; a larger `minNum` or `maxNum` is lowered to it), `gpus` per worker (1), `auth-ids` (`none`), cloud storage `volumes` (`none`) and keys of `secret-envs` (`any`). Lists are comma-separated, or `any` or `none`.',
  'dry-run': '`true` makes `sweep` show what it would delete, without deleting it.',
  environment:
    'GitHub environment in which to record a Deployment. Empty for none (previews use `preview`); `none` for none, previews included.',
  record:
    'Whether to keep a record of the deployment in one env of the endpoint: `auto` (previews only), `always` or `never`.',
  comment:
    'When to comment on the pull request: `auto` (for `plan` and previews), `changes` (the same, but only if something changes or fails), `always` or `never`.',
  'github-token': 'Token for comments, Deployments and comparing commits.',
} as const;
