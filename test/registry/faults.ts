/** What a registry can be told to do wrong, and which request meets it. */

export type Place = 'manifest' | 'blob' | 'tags' | 'token';

interface Aim {
  readonly at: Place;
  /** How many requests it meets. Default: every one. */
  readonly times?: number;
}

export type Fault = Aim &
  (
    | { readonly kind: 'hang' }
    | { readonly kind: 'reset' }
    /** The head and half of the body, then the connection is cut. */
    | { readonly kind: 'truncated' }
    /** The head and the body, but the body is half of the JSON. */
    | { readonly kind: 'half-json' }
    | { readonly kind: 'status'; readonly status: number; readonly headers?: Headers; readonly body?: string }
    /** What a proxy or a web server says in the registry's place. */
    | { readonly kind: 'web-page'; readonly status: number }
    /** 307 to the same place. */
    | { readonly kind: 'redirect-loop' }
    | { readonly kind: 'redirect'; readonly to: string }
    /** Headers of the true answer are replaced, or left out where undefined. */
    | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string | undefined>> }
    /** The true head with another body. */
    | { readonly kind: 'body'; readonly body: string }
  );

type Headers = Readonly<Record<string, string>>;

export class Faults {
  readonly #open: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#open.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  take(at: Place): Fault | undefined {
    const met = this.#open.find(({ fault, left }) => fault.at === at && left > 0);
    if (met) met.left -= 1;
    return met?.fault;
  }
}
