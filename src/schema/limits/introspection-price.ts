import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  introspectionTypes,
  isObjectType,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { getOrInsert } from '../../collections.js';
import type { Variables } from './list-size.js';

/** The schema is in memory, so three of its values cost as much as one from the database. */
const VALUES_PER_POINT = 3;

/** Objects of the schema, such as types or fields, with the number of times that the answer contains each. */
type Sources = Map<object, number>;

export interface IntrospectionParts {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  /** Pricing stops at this value, so that it never takes longer than the most expensive permitted answer. */
  readonly limit: number;
}

/**
 * Prices introspection: walks the real types, fields and arguments and counts the values of the answer. Above the limit
 * the price is too low, but still above the limit.
 */
export class IntrospectionPrice {
  private values = 0;
  /** Steps of the walk itself, because fragments that select nothing add no values. */
  private steps = 0;
  private readonly spreading = new Set<string>();

  constructor(private readonly parts: IntrospectionParts) {}

  /** @param node `__schema` or `__type` of the root. @returns the points in addition to the field itself */
  of(node: FieldNode): number {
    const before = this.values;
    const { schema } = this.parts;
    const source = node.name.value === '__schema' ? schema : this.typeOf(node);
    const type = introspectionType(node.name.value === '__schema' ? '__Schema' : '__Type');
    if (source && type && node.selectionSet) this.selections(node.selectionSet, type, new Map([[source, 1]]));
    return Math.ceil((this.values - before) / VALUES_PER_POINT);
  }

  private typeOf(node: FieldNode): object | undefined {
    const argument = node.arguments?.find(({ name }) => name.value === 'name');
    const name = argument && valueFromASTUntyped(argument.value, this.parts.variables);
    return typeof name === 'string' ? this.parts.schema.getType(name) : undefined;
  }

  private selections({ selections }: SelectionSetNode, type: GraphQLObjectType, sources: Sources): void {
    for (const node of selections) {
      this.steps += 1;
      if (this.isOverLimit()) return;
      if (node.kind === Kind.FIELD) this.field(node, type, sources);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.selections(node.selectionSet, type, sources);
      else this.spread(node.name.value, type, sources);
    }
  }

  /** A recursive fragment counts as nothing, because validation refuses it. */
  private spread(name: string, type: GraphQLObjectType, sources: Sources): void {
    const fragment = this.parts.fragments.get(name);
    if (!fragment || this.spreading.has(name)) return;
    this.spreading.add(name);
    this.selections(fragment.selectionSet, type, sources);
    this.spreading.delete(name);
  }

  private field({ name, selectionSet }: FieldNode, type: GraphQLObjectType, sources: Sources): void {
    for (const times of sources.values()) this.values += times;
    const field = type.getFields()[name.value];
    const below = field && getNamedType(field.type);
    if (!selectionSet || !isObjectType(below)) return;
    const found: Sources = new Map();
    for (const [source, times] of sources) {
      for (const child of childrenOf(this.parts.schema, { type, name: name.value, source })) {
        found.set(child, (found.get(child) ?? 0) + times);
        this.steps += 1;
      }
      if (this.isOverLimit()) return;
    }
    this.selections(selectionSet, below, found);
  }

  private isOverLimit(): boolean {
    const most = this.parts.limit * VALUES_PER_POINT;
    if (this.steps > most) this.values = Math.max(this.values, this.steps);
    return this.values > most;
  }
}

/** The variables that name a type in `__type`, on which the price depends. */
export const typeNameVariables = (document: DocumentNode): string[] => {
  const names: string[] = [];
  visit(document, {
    Field: (node) => {
      if (node.name.value !== '__type') return;
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.push(value.name.value);
    },
  });
  return names;
};

const introspectionType = (name: string): GraphQLObjectType | undefined => {
  const type = introspectionTypes.find((candidate) => candidate.name === name);
  return isObjectType(type) ? type : undefined;
};

interface Asked {
  readonly type: GraphQLObjectType;
  readonly name: string;
  readonly source: object;
}

const known = new WeakMap<GraphQLSchema, Map<string, Map<object, readonly object[]>>>();

/** The values that graphql-js resolves for a field of an introspection type, including deprecated ones. */
const childrenOf = (schema: GraphQLSchema, { type, name, source }: Asked): readonly object[] => {
  const ofSchema = known.get(schema) ?? new Map<string, Map<object, readonly object[]>>();
  known.set(schema, ofSchema);
  const ofField = getOrInsert(ofSchema, `${type.name}.${name}`, () => new Map());
  return getOrInsert(ofField, source, () => {
    const resolve = type.getFields()[name]?.resolve;
    const value = resolve?.(source, { includeDeprecated: true }, undefined, { schema } as never);
    return [value].flat().filter((child): child is object => typeof child === 'object' && child !== null);
  });
};
