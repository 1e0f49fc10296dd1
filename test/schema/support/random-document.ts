import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface RandomRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Record<string, unknown>;
}

export interface RandomSource {
  /** A whole number below `n`. */
  below(n: number): number;
}

export interface DocumentPool {
  readonly schema: GraphQLSchema;
  /** Global ids and cursors, valid and invalid. */
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

const MAX_DEPTH = 5;
/** No further list is opened after this many. */
const MAX_FIELDS = 40;

/** A query that is valid by the schema; its values need not be. */
export const randomRequest = (pool: DocumentPool, random: RandomSource, rootField?: string): RandomRequest =>
  new DocumentWriter(pool, random).write(rootField);

/** The maximum depth of recursive inputs, such as the tree of a segment. */
const MAX_INPUT_DEPTH = 3;

class DocumentWriter {
  private readonly definitions: string[] = [];
  private readonly variables: Record<string, unknown> = {};
  private aliases = 0;

  constructor(
    private readonly pool: DocumentPool,
    private readonly random: RandomSource,
  ) {}

  write(rootField?: string): RandomRequest {
    const root = this.pool.schema.getQueryType();
    if (!root) throw new Error('no query type');
    const fields = Object.values(root.getFields());
    const named = fields.find(({ name }) => name === rootField);
    const chosen = named ? [named] : Array.from({ length: 1 + this.random.below(3) }, () => this.pick(fields));
    const selection = chosen.map((field) => this.field(field, 1)).join(' ');
    const head = this.definitions.length > 0 ? `(${this.definitions.join(', ')})` : '';
    return { query: `query Random${head} { ${selection} }`, operationName: 'Random', variables: this.variables };
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.filter((argument) => isNonNullType(argument.type) || this.oneIn(3));
    const args = given.map((argument) => `${argument.name}: ${this.argument(argument)}`).join(', ');
    const type = getNamedType(field.type);
    const below = isCompositeType(type) ? ` { ${this.selection(type, depth)} }` : '';
    this.aliases += 1;
    // Most fields have their own alias, so that they need no merging.
    return `f${this.aliases}: ${field.name}${args ? `(${args})` : ''}${this.directive()}${below}`;
  }

  private selection(type: GraphQLNamedType, depth: number): string {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const nested = fields.filter((field) => isCompositeType(getNamedType(field.type)));
    const parts = [
      this.oneIn(2) ? '__typename' : '',
      ...leaves.filter(() => this.oneIn(2)).map((f) => this.field(f, depth)),
    ];
    if (depth < MAX_DEPTH && this.aliases < MAX_FIELDS && nested.length > 0) {
      for (let n = 0; n <= this.random.below(2); n += 1) parts.push(this.field(this.pick(nested), depth + 1));
    }
    if (isAbstractType(type)) parts.push(this.fragment(this.pick(this.pool.schema.getPossibleTypes(type)), depth));
    const selected = parts.filter((part) => part !== '').join(' ');
    return selected === '' ? '__typename' : selected;
  }

  private fragment(type: GraphQLNamedType, depth: number): string {
    return `... on ${type.name}${this.directive()} { ${this.selection(type, depth + 1)} }`;
  }

  private directive(): string {
    if (!this.oneIn(8)) return '';
    const name = this.pick(['skip', 'include']);
    const value = this.random.below(2) === 0;
    return ` @${name}(if: ${this.oneIn(2) ? this.variable('Boolean!', value) : value})`;
  }

  private argument({ type }: GraphQLArgument): string {
    const value = this.value(type);
    return this.oneIn(2) ? this.variable(String(type), value) : this.literal(type, value);
  }

  private variable(type: string, value: unknown): string {
    const name = `v${this.definitions.length + 1}`;
    this.definitions.push(`$${name}: ${type}`);
    if (value !== undefined) this.variables[name] = value;
    return `$${name}`;
  }

  /** @param depth ends inputs that contain themselves. */
  private value(type: GraphQLInputType, depth = 0): unknown {
    if (isNonNullType(type))
      return this.value(type.ofType, depth) ?? this.value(type.ofType, depth) ?? this.fallback(type.ofType, depth);
    if (this.oneIn(10)) return null;
    if (isListType(type)) return Array.from({ length: this.random.below(4) }, () => this.value(type.ofType, depth));
    if (isEnumType(type)) return this.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields());
      const fields = depth < MAX_INPUT_DEPTH ? all : all.filter((field) => getNamedType(field.type) !== type);
      const given = type.isOneOf ? [this.pick(fields)] : fields.filter((f) => isNonNullType(f.type) || this.oneIn(3));
      return Object.fromEntries(
        given.map((f) => [f.name, type.isOneOf ? this.fallback(f.type, depth + 1) : this.value(f.type, depth + 1)]),
      );
    }
    return this.scalar(type.name);
  }

  /** Never null. */
  private fallback(type: GraphQLInputType, depth = 0): unknown {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const value = this.value(isNonNullType(type) ? type.ofType : type, depth);
      if (value !== null) return value;
    }
    throw new Error(`no value for ${String(type)}`);
  }

  private scalar(name: string): unknown {
    switch (name) {
      case 'Int':
        return this.pick([-1, 0, 1, 2, 3, 5, 100, 101]);
      case 'Boolean':
        return this.random.below(2) === 0;
      case 'ID':
        return this.pick(this.pool.ids);
      default:
        return this.pick(this.pool.texts);
    }
  }

  private literal(type: GraphQLInputType, value: unknown): string {
    if (value === null) return 'null';
    if (isNonNullType(type)) return this.literal(type.ofType, value);
    if (isListType(type)) return `[${(value as unknown[]).map((item) => this.literal(type.ofType, item)).join(', ')}]`;
    if (isEnumType(type)) return String(value);
    if (isInputObjectType(type)) {
      const fields = type.getFields();
      const parts = Object.entries(value as object).flatMap(([name, item]) => {
        const field = fields[name];
        return field ? [`${name}: ${this.literal(field.type, item)}`] : [];
      });
      return `{${parts.join(', ')}}`;
    }
    return JSON.stringify(value);
  }

  private pick<T>(items: readonly T[]): T {
    const item = items[this.random.below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  private oneIn(n: number): boolean {
    return this.random.below(n) === 0;
  }
}
