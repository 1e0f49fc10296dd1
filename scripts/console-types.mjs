// `npm run console:types`: generates the types of the GraphQL documents of the console and of @pushgraph/client, from
// the documents and schema.graphql. With --check it writes nothing, and fails if the files in the repository are not
// current.
import './check-node.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, isAbstractType, parse, print, stripIgnoredCharacters, visit } from 'graphql';
import { root } from './freshness.mjs';

/** Where documents are, and which files are generated from them. */
const PLACES = [
  { documents: 'web/console', folder: 'web/console/graph/generated/', asText: true },
  { documents: 'packages/client/src', folder: 'packages/client/src/generated/', config: { importExtension: '.js' } },
];
const POSSIBLE_TYPES = 'packages/client/src/generated/possible-types.ts';
const SCALARS = {
  AttributeValue: 'string | number | boolean | readonly string[]',
  CountryCode: 'string',
  DateTime: 'string',
  Delay: 'string',
  HttpsUrl: 'string',
  JSONObject: 'Record<string, unknown>',
  LanguageTag: 'string',
  LocalDate: 'string',
  LocalTime: 'string',
  SegmentValue: 'string | number | boolean',
  TimeZone: 'string',
  True: 'true',
};

/** The generated files, `{ path, content }` each. */
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
  // The preset's tags for documents in TypeScript are not needed: ours are separate files.
  const wanted = sections.filter(({ filename }) => basename(filename) === 'graphql.ts');
  return Promise.all(
    wanted.map(async (section) => ({
      path: join(root, folder, basename(section.filename)),
      content: asText ? toTexts(await codegen(section)) : await codegen(section),
    })),
  );
};

/**
 * Emits each document as text, which urql parses on first use: as trees, all documents would be a fifth of what the
 * first page reads. Apollo Client needs trees, so the package has those.
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

/** Interfaces and their types, for clients with a cache. */
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

/** Omits descriptions, which change more often than types and can be read in schema.graphql. */
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
