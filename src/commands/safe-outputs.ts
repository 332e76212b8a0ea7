/** What may stand in an output: the service's words cleaned and bounded, a URL only where it is one, and a warning for what a mask takes away. */

import { type EndpointMember, type EndpointOutputs, type OutputName, outputNames, type Reporter } from '../report.ts';
import { bounded, withoutControls } from '../shown-text.ts';

type Name = OutputName | EndpointMember;

const maxLengths: { readonly [name in Name]?: number } = { 'endpoint-id': 255, state: 200, 'app-name': 255 };

const maxUrlLength = 2048;

type OutputReporter = Pick<Reporter, 'redact' | 'annotate' | 'maskIn'>;

/** One for a run: each warning is given once. */
export function openSafeOutputs(reporter: OutputReporter): (outputs: EndpointOutputs) => EndpointOutputs {
  const warned = new Set<string>();
  const warn = (name: Name, { cause, message, hint }: { cause: string; message: string; hint: string }) => {
    if (warned.has(`${name} ${cause}`)) return;
    warned.add(`${name} ${cause}`);
    reporter.annotate({ severity: 'warning', title: `output ${name}`, message, hint });
  };
  const safeUrl = (url: string): string => {
    if (url === '' || isTellableUrl(url, reporter)) return url;
    warn('url', {
      cause: 'malformed',
      message: 'The output `url` is empty: the service returned no http(s) URL that a script could use.',
      hint: 'Check the endpoint in the console of the service.',
    });
    return '';
  };
  const safe = (name: Name, value: string): string => {
    if (name === 'url') return safeUrl(value);
    if (name === 'plan' || name === 'tests' || name === 'status') return safeJson(value, reporter);
    const maxLength = maxLengths[name];
    // Made of outputs that are safe.
    if (name === 'endpoints') return value;
    if (maxLength === undefined) return withoutControls(value);
    return bounded(reporter.redact(value), maxLength);
  };
  return (outputs) => {
    const entries = (Object.entries(outputs) as [Name, string | undefined][]).map(
      ([name, value]) => [name, value === undefined ? undefined : safe(name, value)] as const,
    );
    for (const [name, value] of entries) {
      const output = outputNames.find((each) => each === name);
      const mask = output && value ? reporter.maskIn?.(value) : undefined;
      // What stands in `endpoints` alone is looked for there.
      if (output === undefined || mask === undefined) continue;
      warn(output, {
        cause: mask,
        message: `The output \`${name}\` contains the value of \`${mask}\`: the runner shows \`***\` instead, and drops job outputs that contain it.`,
        hint: 'If the value is not a secret, move it to `envs` in the spec, or to `variables`.',
      });
    }
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
}

/** An env may hold the host's name; what hangs on the path is nothing that a script needs. */
export function isTellableUrl(url: string, { redact }: Pick<Reporter, 'redact'>): boolean {
  return isPlainUrl(url) && redact(url) === url;
}

/** JSON of our own, whose texts hide what the log hides: an id that the service has chosen, or a command, may hold what is declared to be secret. */
function safeJson(json: string, { redact }: Pick<Reporter, 'redact'>): string {
  if (redact(json) === json) return json;
  return JSON.stringify(JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value)));
}

/** Nothing that a shell, a header, HTML or Markdown takes for more than a part of a URL. */
function isPlainUrl(text: string): boolean {
  const url = /^https?:\/\/[\w.~:/?#[\]@!&*+,;=%-]+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && text.length <= maxUrlLength && url.username === '' && url.password === '';
}
