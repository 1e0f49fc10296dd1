import { type FieldNode, valueFromASTUntyped } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Variables } from './list-size.js';

/**
 * Marks a field that takes more work than its values show: it costs so much more each time, and where it takes `first`,
 * so much for each of them.
 */
export const Costly = (cost: number): ReturnType<typeof Extensions> => Extensions({ cost });

/** The same, and so much more when a flag of its arguments is set; `PRICED_ARGUMENTS` must know its name. */
export const CostlyWhen = ({ cost, ...when }: { cost: number } & Flagged): ReturnType<typeof Extensions> =>
  Extensions({ cost, when });

interface Flagged {
  readonly argument: string;
  readonly more: number;
}

/** @param when of the field's extensions */
export const flagCost = (when: unknown, node: FieldNode, variables: Variables): number => {
  if (!isFlagged(when)) return 0;
  const argument = node.arguments?.find(({ name }) => name.value === when.argument);
  return argument && valueFromASTUntyped(argument.value, variables) === true ? when.more : 0;
};

const isFlagged = (when: unknown): when is Flagged => typeof when === 'object' && when !== null && 'argument' in when;

/** Marks a list that takes a larger `first`, or `points`, than others. */
export const LongList = (maxSize: number): ReturnType<typeof Extensions> => Extensions({ maxSize });

/** What a list that may be large is found by without looking at all of it. */
export interface Scan {
  /** Of anything else in `where` or `orderBy`. */
  readonly cost: number;
  readonly where: readonly string[];
  readonly orderBy: readonly string[];
}

/** Marks a list whose filters and orders have no index but for a few: it then costs so much more, however few come back. */
export const CostlyToScan = (scan: Scan): ReturnType<typeof Extensions> => Extensions({ scan });

/** @param scan of the field's extensions */
export const scanCost = (scan: unknown, node: FieldNode, variables: Variables): number => {
  if (!isScan(scan)) return 0;
  const where = Object.entries(objectOf(node, 'where', variables));
  const filters = where.some(([name, value]) => value !== null && value !== undefined && !scan.where.includes(name));
  const { field } = objectOf(node, 'orderBy', variables);
  return filters || (field !== undefined && !scan.orderBy.includes(String(field))) ? scan.cost : 0;
};

const isScan = (scan: unknown): scan is Scan => typeof scan === 'object' && scan !== null && 'orderBy' in scan;

const objectOf = (node: FieldNode, name: string, variables: Variables): Readonly<Record<string, unknown>> => {
  const argument = node.arguments?.find((candidate) => candidate.name.value === name);
  const value = argument && valueFromASTUntyped(argument.value, variables);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
};

/** What counting a list costs that may have a million rows: as much as an estimate, which looks at so many. */
export const COUNT_OF_DEVICES = 2_000;
/** Of one run: a page of runs may be asked for theirs. */
export const COUNT_OF_RUN = 100;
