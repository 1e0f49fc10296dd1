import { type FieldNode, valueFromASTUntyped } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Variables } from './list-size.js';

/**
 * Marks a field that takes more work than its values suggest: adds the cost to each call, or to each item if the field
 * takes `first`.
 */
export const Costly = (cost: number): ReturnType<typeof Extensions> => Extensions({ cost });

/** Works as `Costly`, and adds more if a flag argument is true. `PRICED_ARGUMENTS` must contain the argument. */
export const CostlyWhen = ({ cost, ...when }: { cost: number } & Flagged): ReturnType<typeof Extensions> =>
  Extensions({ cost, when });

interface Flagged {
  readonly argument: string;
  readonly more: number;
}

/** @param when from the field's extensions */
export const flagCost = (when: unknown, node: FieldNode, variables: Variables): number => {
  if (!isFlagged(when)) return 0;
  const argument = node.arguments?.find(({ name }) => name.value === when.argument);
  return argument && valueFromASTUntyped(argument.value, variables) === true ? when.more : 0;
};

const isFlagged = (when: unknown): when is Flagged => typeof when === 'object' && when !== null && 'argument' in when;

/** An argument whose value determines a part of the cost. `PRICED_ARGUMENTS` must contain it. */
interface ArgumentPrice {
  readonly argument: string;
  /** Must accept any value: it is called before the variables are checked. */
  of(value: unknown): number;
}

/** Works as `Costly`, with a cost that depends on an argument. */
export const CostlyBy = (price: ArgumentPrice): ReturnType<typeof Extensions> => Extensions({ price });

/** @param price from the field's extensions */
export const argumentCost = (price: unknown, node: FieldNode, variables: Variables): number => {
  if (!isPrice(price)) return 0;
  const argument = node.arguments?.find(({ name }) => name.value === price.argument);
  return price.of(argument && valueFromASTUntyped(argument.value, variables));
};

const isPrice = (price: unknown): price is ArgumentPrice =>
  typeof price === 'object' && price !== null && 'argument' in price;

/** Marks a list whose `first` or `points` may be larger than usual. */
export const LongList = (maxSize: number): ReturnType<typeof Extensions> => Extensions({ maxSize });

/** The filters and orders of a large list that an index serves. */
export interface Scan {
  /** The cost of any other filter or order. */
  readonly cost: number;
  readonly where: readonly string[];
  readonly orderBy: readonly string[];
}

/** Marks a list that costs more with a filter or order without an index, however few items it returns. */
export const CostlyToScan = (scan: Scan): ReturnType<typeof Extensions> => Extensions({ scan });

/** @param scan from the field's extensions */
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

/** The cost of counting up to a million rows, as in an estimate. */
export const COUNT_OF_DEVICES = 2_000;
/** The cost of counting the messages of one run: low, because a page of runs may request it for each. */
export const COUNT_OF_RUN = 100;
