/**
 * Parses just enough of a statement to tell whether each named table is confined to given values of a column. It knows
 * this service's SQL and throws on anything else. No parser on npm accepts `FORCE INDEX`, `INDEXED BY` and both
 * databases' upserts.
 */
type Node = string | readonly Node[];

interface TableRef {
  readonly name: string;
  readonly alias: string;
}

interface Block {
  readonly kind: 'select' | 'insert' | 'update' | 'delete';
  readonly tables: readonly TableRef[];
  /** The columns of an insert. */
  readonly columns: readonly string[];
  /** Conditions of WHERE and each ON. */
  readonly conditions: readonly (readonly Node[])[];
  /** The table of the outer block, if this block refers to one. */
  readonly derivedFor: { readonly block: () => Block; readonly alias: string } | null;
}

export interface Question {
  readonly tables: ReadonlySet<string>;
  readonly column: string;
}

/** Tables that the statement reads or writes without confining them to given values of the column. */
export const findUnconfined = (sql: string, { tables, column }: Question): string[] =>
  readBlocks(sql).flatMap((block) =>
    block.tables
      .filter(({ name }) => tables.has(name))
      .filter((table) => !isConfined(block, table, { tables, column }))
      .map(({ name }) => name),
  );

/** Table names without repetitions. */
export const tablesOf = (sql: string): string[] =>
  [...new Set(readBlocks(sql).flatMap((block) => block.tables.map(({ name }) => name)))].toSorted();

/** Table names in the order of the statement, with repetitions. */
export const usesOfTables = (sql: string): { readonly name: string; readonly isWritten: boolean }[] =>
  readBlocks(sql).flatMap(({ kind, tables }) =>
    tables.map(({ name }, index) => ({ name, isWritten: kind !== 'select' && index === 0 })),
  );

const isConfined = (block: Block, table: TableRef, question: Question): boolean => {
  if (block.kind === 'insert') return block.columns.includes(question.column);
  const { column } = question;
  const isAlone = block.tables.filter(({ name }) => question.tables.has(name)).length === 1;
  if (block.conditions.some((part) => confines(part, { alias: table.alias, column, isAlone }))) return true;
  if (!block.derivedFor) return false;
  const { alias } = block.derivedFor;
  return block.derivedFor.block().conditions.some((part) => confines(part, { alias, column, isAlone: false }));
};

interface Wanted {
  readonly alias: string;
  readonly column: string;
  /** The column may be unqualified if no other table has it. */
  readonly isAlone: boolean;
}

/** Whether a condition matches only rows whose column has given values. */
const confines = (nodes: readonly Node[], wanted: Wanted): boolean => {
  const [only] = nodes;
  const isGroup = nodes.length === 1 && only !== undefined && typeof only !== 'string';
  if (isGroup) return only[0] !== 'select' && confines(only, wanted);
  // The AND and OR of a CASE are inside its WHEN.
  if (nodes.includes('case')) return false;
  if (nodes.includes('or')) return splitBy(nodes, 'or').every((part) => confines(part, wanted));
  if (nodes.includes('and')) return splitBy(nodes, 'and').some((part) => confines(part, wanted));
  return compares(nodes, wanted);
};

/** `alias.column = given`, the other way round, or `alias.column IN (given, …)`. */
const compares = (nodes: readonly Node[], { alias, column, isAlone }: Wanted): boolean => {
  const own = isAlone ? [[column], [alias, '.', column]] : [[alias, '.', column]];
  return own.some((left) => {
    const after = nodes.slice(left.length);
    if (startsWith(nodes, left) && after[0] === '=') return isGiven(after.slice(1), alias);
    if (startsWith(nodes, left) && after[0] === 'in') return isGivenList(after[1]);
    const before = nodes.slice(0, nodes.length - left.length);
    return startsWith(nodes.slice(before.length), left) && before.at(-1) === '=' && isGiven(before.slice(0, -1), alias);
  });
};

const startsWith = (nodes: readonly Node[], words: readonly string[]): boolean =>
  words.every((word, index) => nodes[index] === word);

/** A parameter, a number, or the same column of another table, which is checked separately. */
const isGiven = (nodes: readonly Node[], alias: string): boolean => {
  const [first, dot, , ...rest] = nodes;
  if (nodes.length === 1) return first === '?' || isNumber(first);
  return dot === '.' && rest.length === 0 && first !== alias && !CATALOGUE_ALIASES.has(String(first));
};

/** Aliases of tables that are not spread, so they do not locate a row. */
const CATALOGUE_ALIASES: ReadonlySet<string> = new Set(['a', 'app', 'r', 'run']);

const isGivenList = (node: Node | undefined): boolean =>
  Array.isArray(node) && node.every((item) => item === '?' || item === ',' || item === 'null' || isNumber(item));

const isNumber = (node: Node | undefined): boolean => typeof node === 'string' && /^\d+$/.test(node);

const readBlocks = (sql: string): Block[] => {
  const blocks: Block[] = [];
  readStatement(toTree(sql), blocks, null);
  return blocks;
};

const CLAUSES = ['select', 'from', 'join', 'on', 'where', 'group', 'having', 'order', 'limit', 'set', 'values'];
const CLAUSE_WORDS: ReadonlySet<string> = new Set([...CLAUSES, 'into', 'update', 'delete', 'union', 'for', 'lock']);
const JOIN_WORDS: ReadonlySet<string> = new Set(['left', 'inner', 'cross', 'straight_join']);
const HINTS: ReadonlySet<string> = new Set(['force', 'indexed', 'use']);

const readStatement = (nodes: readonly Node[], blocks: Block[], derivedFor: Block['derivedFor']): void => {
  for (const part of splitBy(nodes, 'union')) {
    const start = part[0] === 'all' ? part.slice(1) : part;
    const [only] = start;
    // A select in brackets, with its own order and limit.
    if (start.length > 0 && Array.isArray(only) && only[0] === 'select') readStatement(only, blocks, derivedFor);
    else if (start.length > 0) readBlock(start, blocks, derivedFor);
  }
};

const readBlock = (nodes: readonly Node[], blocks: Block[], derivedFor: Block['derivedFor']): void => {
  const [first] = nodes;
  if (first === 'values' || first === 'with') return;
  if (first !== 'select' && first !== 'insert' && first !== 'update' && first !== 'delete') {
    throw new Error(`No statement that is known begins with ${JSON.stringify(first)}.`);
  }
  const select = first === 'insert' ? nodes.indexOf('select') : -1;
  const end = first === 'insert' ? findUpsert(nodes) : nodes.length;
  const own = nodes.slice(0, select < 0 ? end : select);
  const tables: TableRef[] = [];
  const columns: string[] = [];
  const conditions: Node[][] = [];
  const block: Block = { kind: first, tables, columns, conditions, derivedFor };
  blocks.push(block);
  let clause = '';
  for (let index = 0; index < own.length; index += 1) {
    const node = own[index];
    // FOR UPDATE and LOCK IN SHARE MODE end the statement.
    if (node === 'for' || node === 'lock') break;
    if (typeof node === 'string' && (CLAUSE_WORDS.has(node) || JOIN_WORDS.has(node))) {
      clause = node;
      if (node === 'where' || node === 'on') conditions.push([]);
      continue;
    }
    const isPlace = clause === 'from' || clause === 'join' || clause === 'into' || (clause === 'update' && index > 0);
    if (clause === 'where' || clause === 'on') conditions.at(-1)?.push(node as Node);
    else if (isPlace && node !== ',' && node !== undefined) {
      index = readTable(own, index, { block, tables, columns, blocks });
      if (clause !== 'from') clause = clause === 'join' ? 'from' : '';
      continue;
    }
    readInner(node, blocks);
  }
  if (select >= 0) readStatement(nodes.slice(select, findUpsert(nodes)), blocks, null);
};

/** The start of an insert's conflict clause. */
const findUpsert = (nodes: readonly Node[]): number => {
  const at = nodes.findIndex(
    (node, index) => node === 'on' && ['conflict', 'duplicate'].includes(String(nodes[index + 1])),
  );
  return at < 0 ? nodes.length : at;
};

interface Reading {
  readonly block: Block;
  readonly tables: TableRef[];
  readonly columns: string[];
  readonly blocks: Block[];
}

/** Returns the index of its last node. */
const readTable = (nodes: readonly Node[], at: number, { block, tables, columns, blocks }: Reading): number => {
  const node = nodes[at];
  let index = at;
  const aliasOf = (fallback: string): string => {
    if (nodes[index + 1] === 'as') index += 1;
    const next = nodes[index + 1];
    const isAlias =
      typeof next === 'string' &&
      /^\w+$/.test(next) &&
      !CLAUSE_WORDS.has(next) &&
      !JOIN_WORDS.has(next) &&
      !HINTS.has(next);
    if (isAlias) index += 1;
    return isAlias ? String(next) : fallback;
  };
  if (typeof node === 'string') {
    if (Array.isArray(nodes[at + 1]) && block.kind === 'insert') {
      columns.push(...(nodes[at + 1] as Node[]).filter((item): item is string => typeof item === 'string'));
      tables.push({ name: node, alias: node });
      return at + 1;
    }
    // A function that returns rows.
    if (Array.isArray(nodes[at + 1])) return at + 1;
    tables.push({ name: node, alias: aliasOf(node) });
  } else if (node !== undefined) {
    const alias = aliasOf('');
    readStatement(node, blocks, { block: () => block, alias });
  }
  if (HINTS.has(String(nodes[index + 1]))) {
    while (
      index + 1 < nodes.length &&
      (HINTS.has(String(nodes[index + 1])) || ['index', 'by'].includes(String(nodes[index + 1])))
    )
      index += 1;
    index += 1;
  }
  return index;
};

/** Statements within a value or a condition. */
const readInner = (node: Node | undefined, blocks: Block[]): void => {
  if (node === undefined || typeof node === 'string') return;
  const [first] = node;
  const isSelect = first === 'select' || (Array.isArray(first) && first[0] === 'select' && node.includes('union'));
  if (isSelect) readStatement(node, blocks, null);
  else for (const each of node) readInner(each, blocks);
};

const splitBy = (nodes: readonly Node[], word: string): (readonly Node[])[] => {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (node === word) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
};

const TOKEN =
  /\s*(?:'(?:[^'\\]|''|\\.)*'|"([^"]*)"|`([^`]*)`|([A-Za-z_][\w$]*)|(\d+(?:\.\d+)?)|(\|\||<=|>=|<>|!=|[-+*/%&|<>=.,?;()~@]))/y;

/** Words in lower case, `'` for a text, and a list for each pair of brackets. */
const toTree = (sql: string): Node[] => {
  const open: Node[][] = [[]];
  TOKEN.lastIndex = 0;
  const text = sql.trim();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`Cannot read a statement from here on: ${text.slice(at, at + 60).trim()}`);
    const [, quoted, ticked, word, digits, sign] = match;
    if (sign === '(') open.push([]);
    else if (sign === ')') {
      const group = open.pop() ?? [];
      open.at(-1)?.push(group);
    } else open.at(-1)?.push((quoted ?? ticked ?? word)?.toLowerCase() ?? digits ?? sign ?? "'");
  }
  if (open.length !== 1) throw new Error(`The brackets of a statement do not match: ${sql.slice(0, 200)}`);
  return open[0] ?? [];
};
