import { Code, ConnectionError } from './connection-error.js';
import { HUFFMAN_LENGTHS } from './hpack-tables.js';

const END_OF_STRING = 256;
/** The padding of the last byte is shorter than a byte, and all ones. */
const MAX_PADDING_BITS = 7;
const NONE = -1;

/** The code as a tree: the successors of each node after a zero and a one. A negative successor is the complement of a byte. */
type Tree = [zero: number, one: number][];

/** The successor of each node after four bits, and the byte that they complete. No code is shorter than five bits. */
interface Steps {
  readonly next: Int16Array;
  readonly byte: Int16Array;
  readonly mayEnd: ReadonlySet<number>;
}

const { next, byte, mayEnd } = buildSteps(buildTree());

/**
 * Decodes `bytes` from `start` to `end` into `out`, which must hold 8/5 as many bytes. Returns the decoded length.
 * @throws ConnectionError if the bits are not a valid Huffman code.
 */
export function decodeHuffman(bytes: Buffer, { start, end }: { start: number; end: number }, out: Buffer): number {
  let node = 0;
  let length = 0;
  for (let at = 2 * start; at < 2 * end; at += 1) {
    const both = bytes[at >> 1] as number;
    const step = (node << 4) | (at & 1 ? both & 15 : both >> 4);
    const ended = byte[step] as number;
    if (ended !== NONE) {
      out[length] = ended;
      length += 1;
    }
    node = next[step] as number;
    if (node === NONE) throw new ConnectionError(Code.compressionError, 'A Huffman code is invalid.');
  }
  if (!mayEnd.has(node)) throw new ConnectionError(Code.compressionError, 'A Huffman code is cut off.');
  return length;
}

function buildTree(): Tree {
  const tree: Tree = [[0, 0]];
  const symbols = [...HUFFMAN_LENGTHS.keys()].sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  let code = 0;
  let length = 0;
  for (const symbol of symbols) {
    code *= 2 ** (lengthOf(symbol) - length);
    length = lengthOf(symbol);
    plant(tree, { symbol, code, length });
    code += 1;
  }
  return tree;
}

function lengthOf(symbol: number): number {
  return HUFFMAN_LENGTHS[symbol] as number;
}

function plant(tree: Tree, { symbol, code, length }: { symbol: number; code: number; length: number }): void {
  let node = 0;
  for (let bit = length - 1; bit > 0; bit -= 1) {
    const branch = tree[node] as Tree[number];
    const side = (code >> bit) & 1;
    if (branch[side] === 0) branch[side] = tree.push([0, 0]) - 1;
    node = branch[side] as number;
  }
  (tree[node] as Tree[number])[code & 1] = ~symbol;
}

function buildSteps(tree: Tree): Steps {
  const steps = { next: new Int16Array(tree.length * 16), byte: new Int16Array(tree.length * 16).fill(NONE) };
  for (let step = 0; step < steps.next.length; step += 1) {
    let node = step >> 4;
    for (let bit = 3; bit >= 0 && node !== NONE; bit -= 1) {
      const to = (tree[node] as Tree[number])[(step >> bit) & 1] as number;
      if (to < 0 && ~to !== END_OF_STRING) steps.byte[step] = ~to;
      node = to >= 0 ? to : ~to === END_OF_STRING ? NONE : 0;
    }
    steps.next[step] = node;
  }
  return { ...steps, mayEnd: findEnds(tree) };
}

/** The nodes where a string may end: at the end of a code, or in the padding. */
function findEnds(tree: Tree): ReadonlySet<number> {
  const ends = new Set<number>();
  for (let node = 0; ends.size <= MAX_PADDING_BITS; node = (tree[node] as Tree[number])[1]) ends.add(node);
  return ends;
}
