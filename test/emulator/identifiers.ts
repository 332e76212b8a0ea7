// Endpoint and worker ids that look random and are the same in every run.

const mask = (1n << 64n) - 1n;

/** splitmix64: a bijection over the counter, so that no id can come twice. */
function mixed(value: bigint): bigint {
  let z = (value * 0x9e3779b97f4a7c15n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return z ^ (z >> 31n);
}

export class IdSequence {
  #counter: bigint;

  constructor(seed: number) {
    this.#counter = BigInt(seed) << 32n;
  }

  /** 16 lowercase hexadecimal characters. */
  next(): string {
    this.#counter += 1n;
    return mixed(this.#counter).toString(16).padStart(16, '0');
  }
}
