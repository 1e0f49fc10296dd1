// Bundles web/console into dist-web/console, each page its own chunk, when an input is newer than the last bundle.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { buildPage, bundleOptions, outputOf } from './bundle-page.mjs';
import { root } from './freshness.mjs';

const INPUTS = ['web/console', 'scripts/build-console.mjs', 'scripts/bundle-page.mjs', 'package-lock.json'];

/** Returns the folder's path. */
export const buildConsole = (options = {}) => buildPage('console', { ...options, inputs: INPUTS, make: bundle });

const bundle = async (outdir) => {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    ...bundleOptions(outdir),
    entryPoints: { console: 'web/console/main.tsx' },
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    loader: { '.woff2': 'file' },
    tsconfig: 'web/console/tsconfig.json',
    plugins: [onlyOurLanguages, oneLanguageEach, parsedAlready, smallEmoji],
  });
  const script = outputOf(metafile, (file) => /^console-.*\.js$/.test(file));
  const template = readFileSync(join(root, 'web/console/index.html'), 'utf8');
  return template
    .replace(
      '{{style}}',
      outputOf(metafile, (file) => /^console-.*\.css$/.test(file)),
    )
    .replace('{{script}}', script)
    .replace('{{preloads}}', preloadsOf(metafile, script).join('\n'));
};

/** The modules where visitors enter. */
const LANDING_PAGE = 'web/console/pages/overview/overview-page.tsx';
const LANGUAGE = /^web\/console\/i18n\/catalogue\/([a-z]{2})\.ts$/;

/**
 * The files that the first page needs and a browser would otherwise discover only by running code: its scripts, those
 * of the overview, the font, and the languages, of which src/console/page-plugin.ts keeps one.
 */
const preloadsOf = (metafile, script) => {
  const sources = Object.entries(metafile.outputs).map(([path, { entryPoint = '' }]) => [entryPoint, basename(path)]);
  const landing = sources.find(([source]) => source === LANDING_PAGE)?.[1];
  if (landing === undefined) throw new Error(`${LANDING_PAGE} is no page of its own.`);
  const scripts = new Set([...firstChunks(metafile, script), landing, ...firstChunks(metafile, landing)]);
  const languages = sources.flatMap(([source, file]) => {
    const [, language] = LANGUAGE.exec(source) ?? [];
    return language === undefined ? [] : [toPreload(file, ` hreflang="${language}"`)];
  });
  const font = outputOf(metafile, (file) => file.endsWith('.woff2'));
  return [
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/console/assets/${font}">`,
    '<link rel="preload" as="fetch" crossorigin href="/console/session">',
    ...[...scripts].map((file) => toPreload(file)),
    ...languages,
  ];
};

const OUR_LANGUAGES = ['en-US', 'de-DE'];

/** The static imports of a script, so that the browser fetches them in parallel. */
const firstChunks = ({ outputs }, script) => {
  const [entry] = Object.keys(outputs).filter((path) => basename(path) === script);
  const found = new Set();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { path, kind, external } of outputs[next].imports) {
      if (kind !== 'import-statement' || external || found.has(path)) continue;
      found.add(path);
      open.push(path);
    }
  }
  return [...found].map((path) => basename(path)).filter((name) => name.endsWith('.js'));
};

const toPreload = (file, attributes = '') => `<link rel="modulepreload"${attributes} href="/console/assets/${file}">`;

/** React Aria has its texts in 34 languages; the console has two. */
const onlyOurLanguages = {
  name: 'only-our-languages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]intl[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.m?js$/ }, ({ path }) =>
      OUR_LANGUAGES.some((tag) => path.includes(tag)) ? null : { contents: 'export default {};', loader: 'js' },
    ),
};

/**
 * Reduces the catalogue to one language per bundle. The source has each message next to its translation; this runs
 * the modules that pick a language and bundles the result parsed, so that no browser loads the parser.
 */
const oneLanguageEach = {
  name: 'one-language-each',
  setup: ({ onLoad, esbuild }) =>
    onLoad({ filter: /[\\/]i18n[\\/]catalogue[\\/](?:later-)?[a-z]{2}\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
      const [{ text }] = outputFiles;
      const { default: words } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
      const parsed = Object.entries(words).map(([key, text]) => [key, parse(text)]);
      return { contents: `export default ${JSON.stringify(Object.fromEntries(parsed))}`, loader: 'js' };
    }),
};

/** A message without values stays plain text. */
const parse = (text) => (text.includes('{') ? new IntlMessageFormat(text, 'en').getAst() : text);

const parsedAlready = {
  name: 'parsed-already',
  setup: (build) =>
    build.onResolve({ filter: /^@formatjs\/icu-messageformat-parser$/ }, ({ kind, resolveDir }) =>
      build.resolve('@formatjs/icu-messageformat-parser/no-parser.js', { kind, resolveDir }),
    ),
};

const EMOJI_PARTS = 2;

/** Keeps each emoji with its name, its search words and its group, without the parts that emoji consist of. */
const smallEmoji = {
  name: 'small-emoji',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]emojibase-data[\\/][a-z]{2}[\\/]compact\.json$/ }, ({ path }) => {
      const rows = JSON.parse(readFileSync(path, 'utf8'))
        .filter(({ group = EMOJI_PARTS }) => group !== EMOJI_PARTS)
        .sort((a, b) => a.order - b.order)
        .map(({ unicode, label, tags = [], group }) => [unicode, label, tags.join(' '), group]);
      return { contents: `export default ${JSON.stringify(rows)}`, loader: 'js' };
    }),
};
