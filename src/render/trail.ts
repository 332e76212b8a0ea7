/** The trail for a bug report: a line of JSON for each request, plan and event, without bodies and values of envs. */

const maxLength = 4000;

export function trailLine(subject: string, facts: object): string {
  return `${subject} ${JSON.stringify(facts, shorten)}`.slice(0, maxLength).toWellFormed();
}

/** The configuration is in the plan, and may hold a command with a secret. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'config') return undefined;
  if (value instanceof Error) return { code: 'code' in value ? value.code : value.name, message: value.message };
  if (typeof value === 'number') return Number(value.toFixed(3));
  return value instanceof Set ? [...value] : value;
}
