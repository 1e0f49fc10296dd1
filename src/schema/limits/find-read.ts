import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

/** The fields of a node that a key without `read` may select, to identify what it created. */
const FREE_OF_NODES: ReadonlySet<string> = new Set(['id', 'databaseId', '__typename']);
/** The queries that need no scope: they describe the key and the schema. */
const FREE_QUERIES: ReadonlySet<string> = new Set(['viewer', '__schema', '__type', '__typename']);

/**
 * Returns the first field of an operation that reads stored data, as `Type.field`; null if there is none. Queries except
 * `viewer` read, as do subscriptions, lists, and every field of a node except its ids. Other fields of a payload concern
 * the change itself. Ignores `@skip` and `@include`. The document must be valid.
 */
export const findRead = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string | null => {
  const root = schema.getRootType(operation.operation);
  if (!root) return null;
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return root.name;
  return new ReadSearch(schema, document).below(operation.selectionSet, root);
};

class ReadSearch {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Each fragment is visited once, so hostile nesting costs no more than its text. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
  ) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  below({ selections }: SelectionSetNode, parent: GraphQLNamedType): string | null {
    for (const node of selections) {
      const found = node.kind === Kind.FIELD ? this.field(node, parent) : this.spread(node, parent);
      if (found !== null) return found;
    }
    return null;
  }

  private spread(node: Exclude<SelectionSetNode['selections'][number], FieldNode>, parent: GraphQLNamedType) {
    if (node.kind === Kind.INLINE_FRAGMENT) return this.typed(node, parent);
    const name = node.name.value;
    const fragment = this.fragments.get(name);
    if (!fragment || this.seen.has(name)) return null;
    this.seen.add(name);
    return this.typed(fragment, parent);
  }

  private typed(
    { typeCondition, selectionSet }: FragmentDefinitionNode | InlineFragmentNode,
    parent: GraphQLNamedType,
  ): string | null {
    const type = typeCondition ? this.schema.getType(typeCondition.name.value) : parent;
    return type ? this.below(selectionSet, type) : null;
  }

  private field({ name: { value: name }, selectionSet }: FieldNode, parent: GraphQLNamedType): string | null {
    if (this.reads(parent, name)) return `${parent.name}.${name}`;
    const type = fieldType(parent, name);
    if (!type || !selectionSet) return null;
    return type.name.endsWith('Connection') ? `${parent.name}.${name}` : this.below(selectionSet, type);
  }

  private reads(parent: GraphQLNamedType, name: string): boolean {
    if (parent === this.schema.getQueryType()) return !FREE_QUERIES.has(name);
    return isNode(parent) && !FREE_OF_NODES.has(name);
  }
}

const fieldType = (parent: GraphQLNamedType, name: string): GraphQLNamedType | null => {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  return field ? getNamedType(field.type) : null;
};

const isNode = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) &&
  (type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node'));
