import { type DocumentNode, type VariableNode, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { typeNameVariables } from './introspection-price.js';
import { LIMITS } from './limits.js';
import { MADE, type Variables } from './list-size.js';

/** `extensions.cost` of an answer. */
export interface CostExtension {
  readonly requested: number;
  /** Limit of one operation. */
  readonly limit: number;
  /** Remaining budget of the user in this minute, if it is limited. */
  readonly remaining?: number;
}

export const toCostExtension = (requested: number, remaining: number | null): CostExtension => ({
  requested,
  limit: LIMITS.cost,
  ...(remaining === null ? {} : { remaining }),
});

const MAX_SHAPES = 50;
/** The arguments that influence the cost: sizes of lists and inputs (`list-size.ts`), and what `costly.ts` reads. */
const PRICED_ARGUMENTS: ReadonlySet<string> = new Set([
  ...['first', 'last', 'points', 'ids', 'where', 'orderBy', 'exact', 'input'],
  ...MADE,
]);
const MAX_KEYS = 30;
/** Longer than the name of any type (`test/schema/introspection.test.ts`). */
export const MAX_TYPE_NAME = 60;
/** An enum value, such as a sort field. */
const ENUM_VALUE = /^[A-Z_]{1,40}$/;

/** Caches the cost of an operation by its variables, because most clients repeat the same sizes. */
export class OperationCosts {
  private readonly names: readonly string[];
  private readonly typeNames: readonly string[];
  private readonly costs = new LRUCache<string, number>({ max: MAX_SHAPES });

  constructor(
    document: DocumentNode,
    private readonly measure: (variables: Variables) => number,
  ) {
    this.names = pricedVariables(document);
    this.typeNames = typeNameVariables(document);
  }

  of(variables: Variables): number {
    if (this.names.length + this.typeNames.length === 0)
      return getOrInsert(this.costs, '', () => this.measure(variables));
    const typeNames = this.typeNames.map((name) => typeNameOf(variables[name]));
    const shape = JSON.stringify([...this.names.map((name) => shapeOf(variables[name])), ...typeNames]);
    return getOrInsert(this.costs, shape, () => this.measure(variables));
  }
}

const typeNameOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TYPE_NAME) : '');

/** Reduces a value to the parts that influence the cost, down to the lists in an input of an input. */
const shapeOf = (value: unknown, depth = MAX_DEPTH): unknown => {
  if (Array.isArray(value)) return [value.length];
  if (typeof value !== 'object' || value === null || depth === 0) return sizeOf(value);
  const given = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(
    given.slice(0, MAX_KEYS).map(([name, one]) => [name.slice(0, MAX_KEYS), shapeOf(one, depth - 1)]),
  );
};

const MAX_DEPTH = 2;

const sizeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return ENUM_VALUE.test(value) ? value : '?';
  // An absent value has its default; null does not.
  if (value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : '?';
};

const pricedVariables = (document: DocumentNode): string[] => {
  const names = new Set<string>();
  const note = ({ name }: VariableNode): void => void names.add(name.value);
  visit(document, {
    Argument: ({ name, value }) => {
      if (PRICED_ARGUMENTS.has(name.value)) visit(value, { Variable: note });
    },
  });
  return [...names];
};
