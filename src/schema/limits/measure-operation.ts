import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { argumentCost, flagCost, scanCost } from './costly.js';
import type { IntrospectionPrice } from './introspection-price.js';
import { inputCount, listSize, type Variables } from './list-size.js';

export interface Measurement {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  /** `__schema` fields. */
  readonly schemas: number;
  readonly cost: number;
  /** The cost of a list's own fields, such as `totalCount`, which does not depend on the page size. */
  readonly once: number;
}

export interface Measured {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  /** Absent if only the size matters; introspection then costs as much as its text. */
  readonly introspection?: IntrospectionPrice;
}

/**
 * Measures an operation. Each fragment is measured once, so hostile nesting costs no more than its text. Cycles count as
 * nothing, because validation refuses them. The document need not be valid.
 */
export const measureOperation = (operation: OperationDefinitionNode, measured: Measured): Measurement => {
  const root = measured.schema.getRootType(operation.operation);
  const walk = new Walk(measured);
  return add(walk.selections(operation.selectionSet, root ?? undefined), ofDirectives(operation));
};

type Parent = GraphQLCompositeType | undefined;

const NOTHING: Measurement = { depth: 0, fields: 0, aliases: 0, directives: 0, schemas: 0, cost: 0, once: 0 };
const MUTATION_COST = 10;
/** Exempt from the depth limit: useful introspection needs more than 12 levels, and graphql-js limits it separately. */
const INTROSPECTION: ReadonlySet<string> = new Set(['__schema', '__type']);

class Walk {
  private readonly known = new Map<string, Measurement>();

  constructor(private readonly measured: Measured) {}

  selections({ selections }: SelectionSetNode, parent: Parent): Measurement {
    return selections.reduce((sum, node) => add(sum, this.selection(node, parent)), NOTHING);
  }

  private selection(node: SelectionNode, parent: Parent): Measurement {
    const directives = ofDirectives(node);
    switch (node.kind) {
      case Kind.FIELD:
        return add(this.field(node, parent), directives);
      case Kind.INLINE_FRAGMENT:
        return add(
          this.selections(node.selectionSet, this.typeNamed(node.typeCondition?.name.value) ?? parent),
          directives,
        );
      case Kind.FRAGMENT_SPREAD:
        return add(this.fragment(node.name.value), directives);
    }
  }

  private field(node: FieldNode, parent: Parent): Measurement {
    const field = fieldOf(parent, node.name.value);
    const type = field && getNamedType(field.type);
    const below = node.selectionSet
      ? this.selections(node.selectionSet, isCompositeType(type) ? type : undefined)
      : NOTHING;
    const { schema, variables, introspection } = this.measured;
    if (INTROSPECTION.has(node.name.value)) {
      const cost = 1 + (introspection?.of(node) ?? below.cost);
      return { ...below, ...sizeOf(node, below), depth: 0, cost, once: 0 };
    }
    const own = parent === schema.getMutationType() ? MUTATION_COST * inputCount(node, variables) : 1;
    const size = listSize({ field, node, parent, variables });
    const { scan, when, price } = field?.extensions ?? {};
    const work =
      costOfWork(field, size) +
      scanCost(scan, node, variables) +
      flagCost(when, node, variables) +
      argumentCost(price, node, variables);
    const isOfList = parent?.name.endsWith('Connection') === true;
    return {
      ...sizeOf(node, below),
      depth: node.name.value === '__typename' ? 0 : 1 + below.depth,
      cost: own + (isOfList ? 0 : work) + size * below.cost + below.once,
      once: isOfList ? work : 0,
    };
  }

  private fragment(name: string): Measurement {
    const known = this.known.get(name);
    if (known) return known;
    this.known.set(name, NOTHING);
    const fragment = this.measured.fragments.get(name);
    const size = fragment
      ? add(
          this.selections(fragment.selectionSet, this.typeNamed(fragment.typeCondition.name.value)),
          ofDirectives(fragment),
        )
      : NOTHING;
    this.known.set(name, size);
    return size;
  }

  private typeNamed(name: string | undefined): Parent {
    const type = name === undefined ? undefined : this.measured.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

const sizeOf = (
  node: FieldNode,
  below: Measurement,
): Pick<Measurement, 'fields' | 'aliases' | 'directives' | 'schemas'> => ({
  fields: 1 + below.fields,
  aliases: (node.alias ? 1 : 0) + below.aliases,
  directives: below.directives,
  schemas: (node.name.value === '__schema' ? 1 : 0) + below.schemas,
});

const fieldOf = (parent: Parent, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;

/** See `costly.ts`. */
const costOfWork = (field: GraphQLField<unknown, unknown> | undefined, size: number): number => {
  const { cost } = field?.extensions ?? {};
  if (!field || typeof cost !== 'number') return 0;
  return cost * (field.args.some(({ name }) => name === 'first') ? size : 1);
};

const ofDirectives = (node: { readonly directives?: readonly unknown[] }): Measurement => ({
  ...NOTHING,
  directives: node.directives?.length ?? 0,
});

const add = (a: Measurement, b: Measurement): Measurement => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
  schemas: a.schemas + b.schemas,
  cost: a.cost + b.cost,
  once: a.once + b.once,
});
