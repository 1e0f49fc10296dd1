// `npm run console:types`: the types of the GraphQL documents of the console and of the package @pushgraph/client, from
// them and schema.graphql. With --check it writes nothing, and fails if what is checked in is not what it would write.
import './check-node.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, isAbstractType, parse, print, stripIgnoredCharacters, visit } from 'graphql';
import { root } from './freshness.mjs';

/** Where documents are, and what is made of them. */
const PLACES = [
  { documents: 'web/console', folder: 'web/console/graph/generated/', asText: true },
  { documents: 'packages/client/src', folder: 'packages/client/src/generated/', config: { importExtension: '.js' } },
];
const POSSIBLE_TYPES = 'packages/client/src/generated/possible-types.ts';
const SCALARS = {
  CountryCode: 'string',
  DateTime: 'string',
  Delay: 'string',
  HttpsUrl: 'string',
  JSONObject: 'Record<string, unknown>',
  LanguageTag: 'string',
  LocalDate: 'string',
  LocalTime: 'string',
  TimeZone: 'string',
  True: 'true',
};

/** What is generated: `{ path, content }` of each file. */
const generateFiles = async () => {
  const schema = readSchema();
  const files = await Promise.all(PLACES.map((place) => generateTypes(schema, place)));
  return [...files.flat(), { path: join(root, POSSIBLE_TYPES), content: printPossibleTypes(buildASTSchema(schema)) }];
};

const generateTypes = async (schema, { documents, folder, config, asText = false }) => {
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    schema,
    schemaAst: buildASTSchema(schema),
    documents: readDocuments(documents),
    plugins: [],
    pluginMap: {},
    presetConfig: { fragmentMasking: false },
    config: { scalars: SCALARS, strictScalars: true, enumsAsTypes: true, useTypeImports: true, ...config },
  });
  // The preset's tags for documents in TypeScript are not needed: ours are files of their own.
  const wanted = sections.filter(({ filename }) => basename(filename) === 'graphql.ts');
  return Promise.all(
    wanted.map(async (section) => ({
      path: join(root, folder, basename(section.filename)),
      content: asText ? toTexts(await codegen(section)) : await codegen(section),
    })),
  );
};

/**
 * Each document as its text, which urql parses when it is first used: as trees, all documents of all pages are a fifth
 * of what the first page has to read. Apollo Client wants trees, so those of the package are.
 */
const toTexts = (content) =>
  content.replace(
    /^(export const \w+ = )(\{"kind":"Document".*\})( as unknown as )/gm,
    (_line, before, tree, after) => `${before}${JSON.stringify(toText(JSON.parse(tree)))}${after}`,
  );

const toText = (document) => stripIgnoredCharacters(print(document));

const readDocuments = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => join(root, folder, name))
    .map((location) => toSource(location, readFileSync(location, 'utf8')));

const toSource = (location, rawSDL) => ({ location, rawSDL, document: parse(rawSDL) });

/** What clients with a cache must know of interfaces. */
const printPossibleTypes = (schema) => {
  const abstract = Object.values(schema.getTypeMap()).filter((type) => isAbstractType(type));
  const lines = abstract
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((type) => {
      const names = schema.getPossibleTypes(type).map(({ name }) => name);
      return `  ${type.name}: [\n${names
        .sort()
        .map((name) => `    '${name}',\n`)
        .join('')}  ],\n`;
    });
  return `/** The types of each interface: Apollo Client's \`possibleTypes\`, by which its cache matches fragments. */
export const possibleTypes: Record<string, string[]> = {
${lines.join('')}};
`;
};

/** Descriptions change more often than types, and are read in schema.graphql. */
const withoutWords = (document) =>
  visit(document, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });

const readSchema = () => withoutWords(parse(readFileSync(join(root, 'schema.graphql'), 'utf8')));

const isCurrent = ({ path, content }) => existsSync(path) && readFileSync(path, 'utf8') === content;

const files = await generateFiles();
if (process.argv.includes('--check')) {
  const stale = files.filter((file) => !isCurrent(file));
  const names = files.map(({ path }) => basename(path));
  const extra = PLACES.flatMap(({ folder }) => readdirSync(join(root, folder)).filter((name) => !names.includes(name)));
  if (stale.length + extra.length > 0) {
    process.stderr.write('The types of the documents are not those of schema.graphql: npm run console:types\n');
    process.exit(1);
  }
} else {
  for (const { folder } of PLACES) {
    rmSync(join(root, folder), { recursive: true, force: true });
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const { path, content } of files) writeFileSync(path, content);
}
