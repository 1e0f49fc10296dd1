import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';
import { ROOT } from './android/build.js';
import type { Scenario } from './scenario-run.js';

const PAGE = readRepositoryFile('docs/sdk-api.md');

/** The names of methods and properties in a column of the page, such as `Pushgraph.onOpen` or `push.login`. */
const wordsIn = (column: number): string[] => {
  const cells = PAGE.split('\n').map((line) => line.split('|').at(column + 1) ?? '');
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`(?:await )?((?:push|Pushgraph\w*)\.\w+)/g)].map(([, word = '']) => word),
  );
};

const readAll = (folder: string, end: string): string =>
  repositoryFiles(folder)
    .filter((name) => name.endsWith(end))
    .map(readRepositoryFile)
    .join('\n');

const publicOf = (text: string, shape: RegExp): string[] => [
  ...new Set([...text.matchAll(shape)].map(([, name = '']) => name)),
];

const inClass = (text: string, head: RegExp): string => {
  const start = text.search(head);
  expect(start).toBeGreaterThan(-1);
  return text.slice(start, text.indexOf('\n}', start));
};

const KOTLIN = /^ {4}(?:suspend )?(?:fun|val) (\w+)/gm;

test("the page has exactly the Kotlin library's methods", () => {
  const sources = readAll('sdk/android', '.kt');
  const expected = [
    ...publicOf(inClass(sources, /^class Pushgraph\(/m), KOTLIN).map((name) => `push.${name}`),
    ...['PushgraphAndroid', 'PushgraphFcm', 'PushgraphUnifiedPush'].flatMap((name) =>
      publicOf(inClass(sources, new RegExp(`^object ${name} `, 'm')), KOTLIN).map((word) => `${name}.${word}`),
    ),
  ];
  expect(expected.length).toBeGreaterThan(30);
  const found = new Set([...wordsIn(1), ...wordsIn(2).filter((word) => word.startsWith('PushgraphUnifiedPush'))]);
  expect([...found].sort()).toEqual(expected.sort());
});

test("the page has exactly the Swift library's methods", () => {
  const text = readRepositoryFile('sdk/apple/Sources/PushgraphCore/Pushgraph.swift');
  const shape = /^ {4}(?:@discardableResult )?public (?:func|var) (\w+)/gm;
  const names = publicOf(inClass(text, /^public final class Pushgraph/m), shape);
  const files = ['Pushgraph+Apple', 'LiveActivities'].map((name) => `sdk/apple/Sources/PushgraphApple/${name}.swift`);
  const adapter = files.map(readRepositoryFile).join('\n');
  const ofAdapter = publicOf(adapter, /^ {4}(?:@\w+ )*public static (?:func|var) (\w+)/gm);
  const found = new Set(wordsIn(2).filter((word) => /^(push|Pushgraph)\./.test(word)));
  expect([...found].sort()).toEqual([
    ...ofAdapter.map((name) => `Pushgraph.${name}`).sort(),
    ...names.map((name) => `push.${name}`).sort(),
  ]);
});

test("the page has exactly the web library's methods", () => {
  const text = inClass(readRepositoryFile('packages/web/src/index.ts'), /^export interface Pushgraph \{/m);
  const names = publicOf(text, /^ {2}(?:readonly )?(\w+)[(:]/gm).filter((name) => name !== 'serviceId');
  expect([...new Set(wordsIn(3))].sort()).toEqual(names.map((name) => `push.${name}`).sort());
});

test("the page has exactly the React Native library's methods", () => {
  const text = inClass(readRepositoryFile('packages/react-native/src/pushgraph.ts'), /^export class Pushgraph \{/m);
  const names = publicOf(text, /^ {2}(?:async |get )?(\w+)\(/gm).filter((name) => name !== 'constructor');
  expect(names.length).toBeGreaterThan(15);
  expect([...new Set(wordsIn(4))].sort()).toEqual(names.map((name) => `push.${name}`).sort());
});

test('a word in several libraries means the same in all of them', () => {
  for (const line of PAGE.split('\n')) {
    const cells = [2, 3, 5].map((index) => line.split('|').at(index) ?? '');
    const [kotlin, swift, reactNative] = cells.map((cell) => /`(?:await )?push\.(\w+)/.exec(cell)?.[1]);
    if (kotlin && swift) expect({ line, word: swift }).toEqual({ line, word: kotlin });
    if (kotlin && reactNative) expect({ line, word: reactNative }).toEqual({ line, word: kotlin });
  }
});

test('the pages state how many scenarios each library runs', () => {
  const all: readonly Scenario[] = JSON.parse(readRepositoryFile('sdk/conformance/scenarios.json'));
  const ofWeb = all.filter(({ except }) => !except?.web);
  expect(all.every(({ except = {} }) => Object.keys(except).every((name) => name === 'web'))).toBe(true);
  expect(readRepositoryFile('sdk/conformance/README.md')).toContain(`defines in ${all.length} scenarios`);
  const page = readRepositoryFile('docs/sdk.md');
  expect(page).toContain(`one script of ${all.length} scenarios`);
  expect(page).toContain(`passes the ${ofWeb.length} that apply to browsers`);
});

test.each([
  ['packages/web/src/index.ts', 'docs/sdk.md', (size: string, zipped: string) => `${size} (${zipped} with gzip)`],
  ['packages/web/src/index.ts', 'docs/sdk-api.md', (size: string, zipped: string) => `${size}, ${zipped} with gzip`],
  [
    'packages/react-native/src/index.ts',
    'docs/sdk-api.md',
    (size: string, zipped: string) => `${size} of JavaScript, ${zipped} with gzip`,
  ],
])('%s has the size given in %s', async (entry, page, toWords) => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['react-native'],
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const toKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  const words = toWords(toKilobytes(code.length), toKilobytes(gzipSync(code, { level: 9 }).length));
  expect(readRepositoryFile(page)).toContain(words);
});
