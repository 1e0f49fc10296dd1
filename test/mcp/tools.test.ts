import { describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { Type } from 'typebox';
import { defineTool, type Tool } from '../../src/mcp/tool.js';
import { TOOLS } from '../../src/mcp/tools/index.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { DocumentGate, DRAFTING } from '../../src/schema/limits/document-gate.js';
import { LIMITS } from '../../src/schema/limits/limits.js';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { connectMcp } from './support/mcp-client.js';

const schema = await buildGraph();

/** Fields that reveal a device's address, a secret, or a link that grants access. */
const SECRET =
  /(?<!invalid)token|secret|endpoint|p256dh|auth|credential(?!Status)|fingerprint|preferencesUrl|rejectedUrl|sample|downloadUrl|exportUrl|headers|body|hash|vapid/i;
/** Queries that make the service contact others. */
const REACHING_OUT = ['linkCheck'];

const rootFieldsOf = ({ document }: Tool): string[] => {
  const operation = getOperationAST(parse(document));
  return (operation?.selectionSet.selections ?? []).map((node) => ('name' in node ? node.name?.value : '') ?? '');
};

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('the tool %s', (name, tool) => {
  test('runs a valid document with an operation that its scope permits', () => {
    const document = parse(tool.document);
    expect(validate(schema, document)).toEqual([]);
    expect(document.definitions).toHaveLength(1);
    expect(getOperationAST(document)?.operation).toBe(tool.scope === 'read' ? 'query' : 'mutation');
    if (tool.scope === 'draft') expect(rootFieldsOf(tool).every((field) => DRAFTING.has(field))).toBe(true);
  });

  test('neither reads secrets nor contacts others', () => {
    const info = new TypeInfo(schema);
    const fields: string[] = [];
    visit(
      parse(tool.document),
      visitWithTypeInfo(info, {
        Field: () => {
          fields.push(`${info.getParentType()?.name}.${info.getFieldDef()?.name}`);
        },
      }),
    );
    expect(fields.filter((field) => SECRET.test(field.split('.')[1] ?? ''))).toEqual([]);
    expect(rootFieldsOf(tool).filter((field) => REACHING_OUT.includes(field))).toEqual([]);
  });

  test('costs less than the limit, even for its longest page', () => {
    const document = parse(tool.document);
    const operation = getOperationAST(document);
    if (!operation) throw new Error('no operation');
    const first = (tool.input.properties.first as { maximum?: number } | undefined)?.maximum;
    const gate = new DocumentGate(schema);
    const where = Object.fromEntries(Object.keys(tool.input.properties).map((arg) => [arg, 'x']));
    const cost = gate.cost(document, operation, { ...(first === undefined ? {} : { first }), where });
    expect([name, cost, cost <= LIMITS.cost]).toEqual([name, cost, true]);
  });

  test('has a name and a description that a client can show', () => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(tool.title.length).toBeLessThanOrEqual(40);
    expect(tool.description).toMatch(/^[A-Z].*\.$/);
    expect(tool.description.length).toBeLessThanOrEqual(300);
  });

  test('offers the enum values of the graph', () => {
    const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
    const offered = enumsOf(tool.input);
    for (const values of offered) {
      const isKnown = enums.some((type) => values.every((value) => type.getValue(value)));
      expect([values, isKnown || isComposerKind(values)]).toEqual([values, true]);
    }
  });
});

const isComposerKind = (values: readonly string[]): boolean => values.join() === 'NOW,ONCE,WEEKLY,AFTER_EVENT';

const enumsOf = (part: unknown): string[][] => {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'enum' in part && Array.isArray(part.enum) ? [part.enum] : [];
  return [...own, ...Object.values(part).flatMap(enumsOf)];
};

test('names are unique', () => {
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
});

test('filters of a list are those of the graph', () => {
  for (const tool of TOOLS) {
    const operation = getOperationAST(parse(tool.document));
    const where = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === 'where');
    if (where?.type.kind !== 'NamedType') continue;
    const type = getNamedType(schema.getType(where.type.name.value));
    const filters = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
    const others = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    const args = Object.keys(tool.input.properties).filter((arg) => !others.includes(arg));
    expect([tool.name, args.filter((arg) => !filters.includes(arg))]).toEqual([tool.name, []]);
  }
});

const madeUp = defineTool({
  name: 'count_tags',
  title: 'Count tags',
  description: 'Counts the tags.',
  scope: 'read',
  input: Type.Object({ nameContains: Type.Optional(Type.String()) }),
  document: 'query CountTags($where: TagWhereInput) { tags(where: $where) { totalCount } }',
  toVariables: (where) => ({ where }),
  toData: (data, origin) => ({ ...data, origin }),
});

describe.each(eachDatabase().slice(0, 1))('a made-up tool', (kind) => {
  const app = useConsoleApp(kind, { mcp: { tools: [madeUp] } });

  test('is one object in the registry', async () => {
    const { apiKey } = await app().newAccount();
    await using mcp = await connectMcp(app().origin, apiKey);
    expect(await mcp.names()).toEqual(['count_tags']);
    expect(await mcp.data('count_tags', { nameContains: 'x' })).toEqual({
      tags: { totalCount: 0 },
      origin: app().origin,
    });
  });
});
