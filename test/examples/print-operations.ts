import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
  typeFromAST,
} from 'graphql';

/**
 * `examples/operations.ts` from `operations.graphql`: enough for the examples (fields without fragments and aliases), so
 * that they need no generator. Applications of their own better take GraphQL Code Generator.
 */
export const printOperations = (schema: GraphQLSchema, text: string): string => {
  const operations = parse(text).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const inputs = new Map<string, GraphQLInputObjectType>();
  const parts = operations.map((operation) => printOperation(schema, operation, inputs));
  return [
    '// Made from operations.graphql and checked by test/examples/operations.test.ts, which writes it with UPDATE_DOCS=1.',
    "import { typedDocument } from './typed-document.js';\n",
    ...parts,
    ...printInputs(inputs),
  ]
    .join('\n')
    .replaceAll(': \n', ':\n');
};

type Inputs = Map<string, GraphQLInputObjectType>;

const printOperation = (schema: GraphQLSchema, operation: OperationDefinitionNode, inputs: Inputs): string => {
  const name = operation.name?.value ?? '';
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The graph has no ${operation.operation}.`);
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const optional = type.kind === Kind.NON_NULL_TYPE ? '' : '?';
    return `  readonly ${variable.name.value}${optional}: ${printVariable(schema, type, inputs)};\n`;
  });
  const constant = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  return [
    `export interface ${name} ${printFields(root, operation.selectionSet, '')}\n`,
    `// A type, not an interface: urql wants variables that can be indexed.`,
    `export type ${name}Variables = {\n${variables.join('')}};\n`,
    `export const ${constant} = typedDocument<${name}, ${name}Variables>(\`\n${print(operation)}\n\`);\n`,
  ].join('\n');
};

const printVariable = (schema: GraphQLSchema, node: TypeNode, inputs: Inputs): string => {
  const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
  if (!type) throw new Error(`The graph has no type ${print(node)}.`);
  return printInputType(type, inputs);
};

const printFields = (type: GraphQLNamedType, { selections }: SelectionSetNode, indent: string): string => {
  if (!isObjectType(type)) throw new Error(`${type.name} is no object type: the examples have no fragments.`);
  const lines = selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error('The examples have no fragments.');
    const field = type.getFields()[selection.name.value];
    if (!field) throw new Error(`${type.name} has no field ${selection.name.value}.`);
    return `${indent}  readonly ${field.name}: ${printOutput(field.type, selection.selectionSet, `${indent}  `)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
};

const printOutput = (type: GraphQLOutputType, fields: SelectionSetNode | undefined, indent: string): string => {
  if (!isNonNullType(type)) return `${printNotNull(type, fields, indent)} | null`;
  return printNotNull(type.ofType, fields, indent);
};

const printNotNull = (type: GraphQLOutputType, fields: SelectionSetNode | undefined, indent: string): string => {
  if (isListType(type)) return `readonly ${parenthesize(printOutput(type.ofType, fields, indent))}[]`;
  const named = getNamedType(type);
  return fields ? printFields(named, fields, indent) : breakLongUnion(printLeaf(named), indent);
};

/** As the formatter has it. */
const breakLongUnion = (union: string, indent: string): string =>
  union.length < 90 ? union : union.replace(/^| \| /g, `\n${indent}  | `);

const parenthesize = (text: string): string => (/ \| [^}]*$/.test(text) ? `(${text})` : text);

const printInputs = (inputs: Inputs): string[] => {
  const printed: string[] = [];
  // It grows while it is read: inputs name further inputs.
  for (const input of inputs.values()) {
    const lines = Object.values(input.getFields()).map((field) => {
      const optional = isRequiredInputField(field) ? '' : '?';
      return `  readonly ${field.name}${optional}: ${printInputType(field.type, inputs)};\n`;
    });
    printed.push(`export interface ${input.name} {\n${lines.join('')}}\n`);
  }
  return printed;
};

const printInputType = (type: GraphQLInputType, inputs: Inputs): string => {
  if (isNonNullType(type)) return printNotNullInput(type.ofType, inputs);
  return `${printNotNullInput(type, inputs)} | null`;
};

const printNotNullInput = (type: GraphQLInputType, inputs: Inputs): string => {
  if (isListType(type)) return `readonly ${parenthesize(printInputType(type.ofType, inputs))}[]`;
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return printLeaf(named);
  inputs.set(named.name, named);
  return named.name;
};

const SCALARS: Readonly<Record<string, string>> = { Int: 'number', Float: 'number', Boolean: 'boolean', True: 'true' };

/** All other scalars are written as text. */
const printLeaf = (type: GraphQLNamedType): string => {
  if (!isEnumType(type)) return SCALARS[type.name] ?? 'string';
  return type
    .getValues()
    .map(({ name }) => `'${name}'`)
    .join(' | ');
};
