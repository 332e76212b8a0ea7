/** Many secrets in one trie: a text is searched for all of them in one pass. */

/** Secrets are cut into equal pieces of at most this length, which bounds the steps for each character of a text. */
const longestPiece = 100;

/** All pieces together, in characters, with which an index takes about 100 MB. */
const maxSecretCharacters = 4 * 1024 * 1024;

export interface Span {
  start: number;
  /** The first place after it. */
  end: number;
}

export interface SecretIndex {
  /** `asWord`: found only where no letter, digit or `_` stands beside it. */
  add(secret: string, options: { asWord: boolean }): void;
  /** Every place of a secret, overlapping ones included, in the order of their starts. */
  find(text: string, options: { minLength: number }): Span[];
  /** Nothing was added. */
  isEmpty(): boolean;
  /** More was added than an index holds: nobody can tell what is secret any more. */
  isFull(): boolean;
  /** Edges followed so far: the measure of its work, at most 100 for each character of a text or a secret. */
  work(): number;
}

const endsAnywhere = 1;
const endsAsWord = 2;

/** A secret that was cut short ends in one, and is found by this many of its first characters. */
const ellipsis = '…'.charCodeAt(0);
const minCut = 6;

export function createSecretIndex({ maxCharacters = maxSecretCharacters } = {}): SecretIndex {
  const edges = createEdges();
  let ends = new Uint8Array(128);
  let nodes = 1;
  let work = 0;

  function insert(piece: string, end: number): void {
    let node = 0;
    work += piece.length;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      let next = edges.get(node, code);
      if (next === 0) {
        if (nodes > maxCharacters) return;
        next = nodes;
        nodes += 1;
        edges.set(node, { code, next });
        if (nodes > ends.length) ends = grown(ends);
      }
      node = next;
    }
    ends[node] = (ends[node] ?? 0) | end;
  }

  /** Where the longest secret that starts here ends; `from` itself when there is none. */
  function endOf(text: string, from: number, minLength: number): number {
    let node = 0;
    let end = from;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      work += 1;
      node = edges.get(node, code);
      if (node === 0) return code === ellipsis && at - from >= Math.max(minCut, minLength) ? at : end;
      const how = ends[node] ?? 0;
      if (how === 0 || at + 1 - from < minLength) continue;
      if (how & endsAnywhere || isWord(text, from, at + 1)) end = at + 1;
    }
    return end;
  }

  return {
    add(secret, { asWord }) {
      const count = Math.ceil(secret.length / longestPiece);
      const size = Math.ceil(secret.length / count);
      // Equal pieces never leave a short rest, which would stand in many a word.
      for (let at = 0; at < secret.length; at += size)
        insert(secret.slice(at, at + size), asWord ? endsAsWord : endsAnywhere);
    },
    find(text, { minLength }) {
      const spans: Span[] = [];
      if (nodes === 1) return spans;
      for (let start = 0; start < text.length; start += 1) {
        const end = endOf(text, start, minLength);
        if (end > start) spans.push({ start, end });
      }
      return spans;
    },
    isEmpty: () => nodes === 1,
    isFull: () => nodes > maxCharacters,
    work: () => work,
  };
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}

/** The edges of all nodes in one table with open addressing: a `Map` for each node would take ten times the room. */
function createEdges() {
  let keys = new Float64Array(256);
  let targets = new Int32Array(256);
  let count = 0;
  const keyOf = (node: number, code: number) => node * 0x1_0000 + code + 1;
  const slotOf = (key: number, node: number, code: number) => {
    const mask = keys.length - 1;
    const mixed = Math.imul(Math.imul(node, 0x9e37_79b1) ^ Math.imul(code + 1, 0x85eb_ca6b), 0xc2b2_ae35);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  const put = (key: number, target: number) => {
    const slot = slotOf(key, Math.floor((key - 1) / 0x1_0000), (key - 1) % 0x1_0000);
    keys[slot] = key;
    targets[slot] = target;
  };
  return {
    /** 0 when there is none. */
    get(node: number, code: number): number {
      const key = keyOf(node, code);
      return targets[slotOf(key, node, code)] ?? 0;
    },
    set(node: number, { code, next }: { code: number; next: number }): void {
      put(keyOf(node, code), next);
      count += 1;
      if (count * 2 < keys.length) return;
      const [oldKeys, oldTargets] = [keys, targets];
      keys = new Float64Array(oldKeys.length * 2);
      targets = new Int32Array(oldKeys.length * 2);
      for (const [slot, key] of oldKeys.entries()) if (key !== 0) put(key, oldTargets[slot] ?? 0);
    },
  };
}

function grown(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(array.length * 2);
  larger.set(array);
  return larger;
}
