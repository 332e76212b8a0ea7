/** The descriptions of the inputs in action.yml; made by `npm run build`. */

export const inputDescriptions = {
  command:
    'Command to run: `deploy`, `plan`, `validate`, `test`, `status`, `list`, `logs`, `park`, `delete`, `sweep` or `export`.',
  spec: 'Path of the endpoint spec (YAML) in the workspace; one path or glob per line.',
  'base-url':
    'Base address of the service, such as `https://api.novita.ai`. Defaults to the environment variable `GPU_ENDPOINT_BASE_URL`.',
  'api-key':
    'API key of the service, from a secret. Defaults to the environment variable `GPU_ENDPOINT_API_KEY`. Masked in all logs.',
  'github-token': 'Token for comments and comparing commits.',
  image:
    'Image reference that overrides `image.image` in the spec, usually the digest from a build. For several specs, one `name=image` per line. `spec` for none.',
  'resolve-image':
    'Look-up of the image before the first write: `check` fails if a new image does not exist or is not built for linux/amd64; `pin` also deploys the digest that the tag points to now, so a moved tag is a change; `off` skips it. Logins from earlier steps are used.',
  name: 'Endpoint name that overrides `name` in the spec; an `appName` of the spec follows it. `spec` for none.',
  'endpoint-id': 'ID of the endpoint, if its name alone does not identify it. `none` for none.',
  variables:
    '`KEY=VALUE` lines that replace `${KEY}` in the spec. Quotes are part of the value. The process environment is never used.',
  'secret-envs':
    "`KEY=VALUE` lines (or `KEY<<END` … `END` for several lines) added to the endpoint's envs; they override `envs` in the spec. `none` for none. Defaults to the environment variable `GPU_ENDPOINT_SECRET_ENVS`. Masked in all logs.",
  wait: 'What to wait for after a write: `ready` (a new worker serves), `rollout` (only new workers serve), or `none`.',
  'wait-timeout': 'Maximum time to wait, such as `20m`, `90s`, `1h`, or a number of seconds.',
  'on-failure':
    'What to do if the new version fails: `restore` rolls an update back to the previous configuration, sets a new endpoint to zero workers, and deletes a new preview; `keep` leaves it.',
  'approved-plan':
    'The `plan-digest` of an approved plan. The step fails if the deploy would do anything else. `none` requires no approval.',
  preview:
    '`true` deploys one endpoint per pull request that is not a draft, named `<name>-pr-<number>`, and deletes it when the pull request closes. Instead of `true`, lines: `label=…` (only while the pull request has that label), `drafts=true` (drafts, too), `max-age=14d` (`sweep` deletes older ones; at least `1h`), `workers=2` (a larger `maxNum` is lowered to it; 1 if omitted).',
  comment: '`true` comments on the pull request: the plan of `plan`, and previews. `false` writes no comment.',
  allow:
    'Guards to lift, as words: `adopt` (an endpoint that another repository deployed), `older-commit`, `untrusted` (events that anyone can cause), `beyond-limits` (values outside the live limits), `overwrite` (`export` replaces a file), `pull-request` (`deploy` before a merge, or `park` or `delete`, without `preview`), `drop-secrets` (a run without `secret-envs` removes those of an earlier one).',
} as const;
