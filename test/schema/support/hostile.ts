interface Hostile {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

const repeat = (times: number, part: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');

/** `[[[[1]]]]` */
const nestedList = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
};

const typeOf = (depth: number): string =>
  `{ __type(name: "App") ${'{ fields { type '.repeat(depth)}{ name }${' } }'.repeat(depth)} }`;

const WHERE = 'query ($where: DeviceWhereInput) { devices(where: $where) { nodes { id } } }';
const unknownFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, 1]));

/** Operations built to cost much, by the kind of excess. Each must be refused. */
export const HOSTILE: Readonly<Record<string, Hostile>> = {
  'a circle of fragments': { query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' },
  'fragments that double each time': {
    query: `{ ...F0 } ${repeat(60, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F60 on Query { viewer { scopes } }`,
  },
  'many operations': { query: repeat(200, (n) => `query Q${n} { viewer { scopes } }`) },
  'many aliases': { query: `{ ${repeat(100, (n) => `a${n}: viewer { scopes }`)} }` },
  'the same field many times': { query: `{ ${repeat(400, () => 'viewer { scopes }')} }` },
  'many directives': { query: `{ viewer { scopes ${repeat(100, () => '@skip(if: false)')} } }` },
  'unknown directives': { query: `{ viewer { scopes ${repeat(60, (n) => `@d${n}`)} } }` },
  'introspection in introspection': { query: typeOf(8) },
  'introspection many times': { query: `{ ${repeat(51, (n) => `s${n}: __schema { types { name } }`)} }` },
  'introspection twice': { query: '{ a: __schema { types { name } } b: __schema { types { name } } }' },
  'introspection in two operations': {
    query: 'query A { __schema { types { name } } } query B { __schema { types { name } } }',
  },
  'introspection in a fragment that is spread twice': {
    query: '{ ...A ...A } fragment A on Query { __schema { types { name } } }',
  },
  'introspection of one type under many aliases': {
    query: `{ ${repeat(45, (n) => `t${n}: __type(name: "Query") { ...T }`)} } fragment T on __Type { fields { name description type { fields { name type { name } } ofType { fields { name type { name } } } } args { name description type { name ofType { name inputFields { name } } } } } }`,
  },
  'introspection of a type that a variable names': {
    query: `query ($t: String!) { ${repeat(45, (n) => `t${n}: __type(name: $t) { ...T }`)} } fragment T on __Type { fields { name description args { name description type { name } } type { name fields { name description } } } }`,
    variables: { t: 'Mutation' },
  },
  'everything that the types of fields have': {
    query: `{ __schema { types { fields { ...F type { fields { ...F } ofType { fields { ...F } ofType { fields { ...F } } } } } } } } fragment F on __Field { args { ...V } ${repeat(20, (n) => `d${n}: description`)} } fragment V on __InputValue { description }`,
  },
  'deep nesting': { query: `{ ${'pushes { nodes { scheduler { '.repeat(5)} id ${'} } }'.repeat(5)} }` },
  'nesting without end': { query: '{ a '.repeat(900) },
  'brackets without end': { query: `{ nodes(ids: ${'['.repeat(1_500)}` },
  'a list in a list in a literal': {
    query: `{ schedulers(where: { kind: ${'['.repeat(900)}${']'.repeat(900)} }) { totalCount } }`,
  },
  'a list in a list in a variable': {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: nestedList(1_000) },
  },
  'too many ids': {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 20_000 }, () => 'x') },
  },
  'many wrong values in a variable': {
    query: 'query ($ids: [Int!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 20_000 }, () => 'x') },
  },
  'a long text beside many unknown fields in a variable': {
    query: WHERE,
    variables: { where: { tag: 'x'.repeat(150_000), ...unknownFields(60) } },
  },
  'unknown fields without end in a variable': { query: WHERE, variables: { where: unknownFields(15_000) } },
  'an unknown field with a long name in a variable': {
    query: WHERE,
    variables: { where: { ['u'.repeat(150_000)]: 1 } },
  },
  'many unknown fields in a variable of a subscription': {
    query: 'subscription ($types: [DeliveryEventType!]) { deliveryEvents(types: $types) { __typename } }',
    variables: { types: Array.from({ length: 60 }, () => 'x'.repeat(2_000)) },
  },
  'a number without end': { query: `{ apps(first: ${'9'.repeat(100_000)}) { totalCount } }` },
  'a number beyond 32 bits in a variable': {
    query: 'query ($n: Int) { apps(first: $n) { totalCount } }',
    variables: { n: 1e300 },
  },
  'a page size below nothing': { query: '{ apps(first: -2147483648) { totalCount } }' },
  'a very long cursor': {
    query: 'query ($c: String) { apps(after: $c) { nodes { id } } }',
    variables: { c: 'A'.repeat(150_000) },
  },
  'both ends of __proto__': { query: '{ __proto__ { constructor } }' },
};
