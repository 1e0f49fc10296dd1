import { type DocumentNode, Kind, type ValueNode, visit } from 'graphql';
import { LruCache } from '../execution/lru-cache.js';
import type { Variables } from './list-size.js';

const MAX_SHAPES = 50;
/** The arguments that say how long a list is: see `list-size.ts`. */
const SIZE_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'last', 'ids', 'inputs']);

/** What an operation costs with the variables that it has come with so far: most come with the same sizes every time. */
export class OperationCosts {
  private readonly names: readonly string[];
  private readonly costs = new LruCache<string, number>(MAX_SHAPES);

  constructor(
    document: DocumentNode,
    private readonly measure: (variables: Variables) => number,
  ) {
    this.names = sizeVariables(document);
  }

  of(variables: Variables): number {
    return this.costs.getOrCreate(this.shapeOf(variables), () => this.measure(variables));
  }

  private shapeOf(variables: Variables): string {
    return this.names.map((name) => sizeOf(variables, name)).join();
  }
}

/** As much of a value as the cost can depend on. */
const sizeOf = (variables: Variables, name: string): string => {
  if (!Object.hasOwn(variables, name)) return '';
  const value = variables[name];
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === 'number' || value === null ? String(value) : '?';
};

const sizeVariables = (document: DocumentNode): string[] => {
  const names = new Set<string>();
  const note = (value: ValueNode): void => {
    if (value.kind === Kind.VARIABLE) names.add(value.name.value);
  };
  visit(document, {
    Argument: ({ name, value }) => {
      if (SIZE_ARGUMENTS.has(name.value)) note(value);
    },
  });
  return [...names];
};
