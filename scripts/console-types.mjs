// `npm run console:types`: the types of the console's GraphQL documents, from them and schema.graphql. With --check it
// writes nothing, and fails if what is checked in is not what it would write.
import './check-node.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, parse, print, stripIgnoredCharacters, visit } from 'graphql';
import { root } from './freshness.mjs';

const FOLDER = 'web/console/graph/generated/';
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
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: FOLDER,
    schema,
    schemaAst: buildASTSchema(schema),
    documents: readDocuments(),
    plugins: [],
    pluginMap: {},
    presetConfig: { fragmentMasking: false },
    config: { scalars: SCALARS, strictScalars: true, enumsAsTypes: true, useTypeImports: true },
  });
  // The preset's tags for documents in TypeScript are not needed: ours are files of their own.
  const wanted = sections.filter(({ filename }) => basename(filename) === 'graphql.ts');
  return Promise.all(
    wanted.map(async (section) => ({
      path: join(root, FOLDER, basename(section.filename)),
      content: toTexts(await codegen(section)),
    })),
  );
};

/**
 * Each document as its text, which urql parses when it is first used: as trees, all documents of all pages are a fifth
 * of what the first page has to read.
 */
const toTexts = (content) =>
  content.replace(
    /^(export const \w+ = )(\{"kind":"Document".*\})( as unknown as )/gm,
    (_line, before, tree, after) => `${before}${JSON.stringify(toText(JSON.parse(tree)))}${after}`,
  );

const toText = (document) => stripIgnoredCharacters(print(document));

const readDocuments = () =>
  readdirSync(join(root, 'web/console'), { recursive: true })
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => join(root, 'web/console', name))
    .map((location) => toSource(location, readFileSync(location, 'utf8')));

const toSource = (location, rawSDL) => ({ location, rawSDL, document: parse(rawSDL) });

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
  const extra = readdirSync(join(root, FOLDER)).filter((name) => !names.includes(name));
  if (stale.length + extra.length > 0) {
    process.stderr.write('The types of the console are not those of schema.graphql: npm run console:types\n');
    process.exit(1);
  }
} else {
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  mkdirSync(join(root, FOLDER), { recursive: true });
  for (const { path, content } of files) writeFileSync(path, content);
}
