/** Many secrets in one trie: a text is searched for all of them in one pass. */

/** Secrets are cut into equal pieces of at most this length, which bounds the steps for each character of a text. */
const longestPiece = 100;

export interface Span {
  start: number;
  /** The first place after it. */
  end: number;
}

export interface SecretIndexOptions {
  maxCharacters?: number;
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
  /** Characters compared so far: the measure of its work, at most 100 for each character of a text or a secret. */
  work(): number;
}

const endsAnywhere = 1;
const endsAsWord = 2;

/** A secret that was cut short ends in one of them, and is found by this many of its first characters. */
const ellipses = ['…', '...'] as const;
const minCut = 6;

/** `maxCharacters`: of all secrets together. Default 4 Mi. */
export function createSecretIndex({ maxCharacters = 4 * 1024 * 1024 }: SecretIndexOptions = {}): SecretIndex {
  const edges = createEdges();
  /** How the secret that ends at a node is found. */
  let ends = new Uint8Array(128);
  /** A node where only one piece goes on has no edges: the rest of that piece, from 1, stands for them. */
  let rests = new Int32Array(128);
  const pieces: { text: string; how: number }[] = [];
  let nodes = 1;
  let characters = 0;
  let work = 0;

  function addNode(parent: number, code: number): number {
    const node = nodes;
    nodes += 1;
    if (nodes > ends.length) {
      ends = grown(ends, new Uint8Array(ends.length * 2));
      rests = grown(rests, new Int32Array(rests.length * 2));
    }
    edges.set(parent, { code, next: node });
    return node;
  }

  function insert(text: string, how: number): void {
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      const rest = rests[node] ?? 0;
      if (rest > 0) {
        const other = pieces[rest - 1];
        if (other?.text === text) {
          other.how |= how;
          return;
        }
        moveOn(node, { rest, at });
      }
      work += 1;
      const code = text.charCodeAt(at);
      const next = edges.get(node, code);
      if (next > 0) {
        node = next;
        continue;
      }
      node = addNode(node, code);
      if (at + 1 === text.length) break;
      pieces.push({ text, how });
      rests[node] = pieces.length;
      return;
    }
    const rest = rests[node] ?? 0;
    if (rest > 0) moveOn(node, { rest, at: text.length });
    ends[node] = (ends[node] ?? 0) | how;
  }

  /** Two pieces share a node from here on: the rest of the first one moves to a node of its own. */
  function moveOn(node: number, { rest, at }: { rest: number; at: number }): void {
    const { text = '', how = 0 } = pieces[rest - 1] ?? {};
    rests[node] = 0;
    const next = addNode(node, text.charCodeAt(at));
    if (at + 1 === text.length) ends[next] = how;
    else rests[next] = rest;
  }

  /** Where the longest secret that starts here ends; `from` itself when there is none. */
  function endOf(text: string, from: number, minLength: number): number {
    const isEnd = (how: number, end: number) =>
      how !== 0 && end - from >= minLength && ((how & endsAnywhere) !== 0 || isWord(text, from, end));
    const cutOr = (at: number, end: number) =>
      at - from >= Math.max(minCut, minLength) && ellipses.some((mark) => text.startsWith(mark, at)) ? at : end;
    let node = 0;
    let end = from;
    for (let at = from; at < text.length; at += 1) {
      const rest = rests[node] ?? 0;
      if (rest > 0) {
        const piece = pieces[rest - 1];
        const length = piece?.text.length ?? 0;
        for (let next = at; next < from + length; next += 1) {
          work += 1;
          if (text.charCodeAt(next) !== piece?.text.charCodeAt(next - from)) return cutOr(next, end);
        }
        return isEnd(piece?.how ?? 0, from + length) ? from + length : end;
      }
      work += 1;
      node = edges.get(node, text.charCodeAt(at));
      if (node === 0) return cutOr(at, end);
      if (isEnd(ends[node] ?? 0, at + 1)) end = at + 1;
    }
    return end;
  }

  return {
    add(secret, { asWord }) {
      characters += secret.length;
      if (characters > maxCharacters) return;
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
    isFull: () => characters > maxCharacters,
    work: () => work,
  };
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}

interface EdgeTable {
  keys: Float64Array;
  targets: Int32Array;
}

/** Entries of the table before that are moved for each new one: all of them are, long before the next table is needed. */
const movedAtOnce = 8;

/**
 * The edges of all nodes in one table with open addressing: a `Map` for each node would take ten times the room. A table that grows is moved bit by bit,
 * because to move a large one at once would block.
 */
function createEdges() {
  let table = newTable(256);
  let before: EdgeTable | undefined;
  let moved = 0;
  let count = 0;
  const put = (key: number, target: number) => {
    const slot = slotOf(table, key);
    table.keys[slot] = key;
    table.targets[slot] = target;
  };
  const moveSome = ({ keys, targets }: EdgeTable) => {
    for (const end = Math.min(moved + movedAtOnce, keys.length); moved < end; moved += 1) {
      const key = keys[moved] ?? 0;
      if (key !== 0) put(key, targets[moved] ?? 0);
    }
    if (moved === keys.length) before = undefined;
  };
  return {
    /** 0 when there is none. */
    get(node: number, code: number): number {
      const key = keyOf(node, code);
      const target = table.targets[slotOf(table, key)] ?? 0;
      return target === 0 && before ? (before.targets[slotOf(before, key)] ?? 0) : target;
    },
    set(node: number, { code, next }: { code: number; next: number }): void {
      put(keyOf(node, code), next);
      count += 1;
      if (before) moveSome(before);
      if (count * 2 < table.keys.length) return;
      before = table;
      moved = 0;
      table = newTable(table.keys.length * 2);
    },
  };
}

function newTable(size: number): EdgeTable {
  return { keys: new Float64Array(size), targets: new Int32Array(size) };
}

function keyOf(node: number, code: number): number {
  return node * 0x1_0000 + code + 1;
}

/** Where the key is, or would be. */
function slotOf({ keys }: EdgeTable, key: number): number {
  const mask = keys.length - 1;
  const node = Math.floor(key / 0x1_0000);
  const mixed = Math.imul(Math.imul(node, 0x9e37_79b1) ^ Math.imul(key & 0xffff, 0x85eb_ca6b), 0xc2b2_ae35);
  let slot = (mixed ^ (mixed >>> 15)) & mask;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}

function grown<Numbers extends Uint8Array | Int32Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
