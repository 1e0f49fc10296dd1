import { Code, ConnectionError } from './connection-error.js';
import { HUFFMAN_LENGTHS } from './hpack-tables.js';

const END_OF_STRING = 256;
/** What pads the last byte: fewer bits than a byte, each a one. */
const MAX_PADDING_BITS = 7;
const NONE = -1;

/** The code as a tree: what follows a zero and a one from each node; a byte as its complement, below zero. */
type Tree = [zero: number, one: number][];

/** Where four bits lead from each node, and the byte that ends on the way: no code is shorter, so never two do. */
interface Steps {
  readonly next: Int16Array;
  readonly byte: Int16Array;
  readonly mayEnd: ReadonlySet<number>;
}

const { next, byte, mayEnd } = buildSteps(buildTree());

/**
 * Decodes `bytes` from `start` up to `end` into `out`, which has room for 8/5 as many; returns how many there are.
 * @throws ConnectionError where the bits are no such code.
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
    if (node === NONE) throw new ConnectionError(Code.compressionError, 'not a Huffman code');
  }
  if (!mayEnd.has(node)) throw new ConnectionError(Code.compressionError, 'cut Huffman code');
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

/** Where a string may end: at the end of a code, or in the padding. */
function findEnds(tree: Tree): ReadonlySet<number> {
  const ends = new Set<number>();
  for (let node = 0; ends.size <= MAX_PADDING_BITS; node = (tree[node] as Tree[number])[1]) ends.add(node);
  return ends;
}
