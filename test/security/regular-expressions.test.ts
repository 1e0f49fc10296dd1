import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { isSafePattern } from 'redos-detector';

/**
 * Patterns that may try again more often than a fixed number of times, each with the reason why it may. A new one does
 * not belong here because it was not seen to be slow, but because nobody from outside chooses what it reads, or
 * because its work grows no faster than its input.
 */
const CHECKED: Readonly<Record<string, string>> = {
  // Chosen by who runs the service or wrote the page.
  'public/sdk/web.js /\\/+$/': 'the address of the service, from the page',
  'public/sdk/web.js /=+$/': 'a VAPID key, from the service',
  'src/config/env-reader.ts /\\/+$/': 'an address, from the environment',
  'src/console/page-plugin.ts /<link rel="modulepreload" hreflang="([a-z]{2})".*>\\n/g': 'the page, as it was built',
  'src/migrations/ddl.ts /\\{(\\w+)(?: (\\d+))?\\}/g': 'statements of this repository',
  'src/services/deliveries/trace-sentences.ts /\\{(\\w+)\\}/g': 'sentences of this repository',
  'src/schedule/zone-rules.ts /(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)/': 'what Intl writes',
  // A word before up to 20 characters: tried once for each place where it stands.
  'src/schema/provider-hint.ts /\\bField "(\\w{1,20})" is not defined by type "(?:AppProviderInput|CredentialsInput)"/':
    'linear',
  'src/schema/provider-hint.ts /\\bValue "(\\w{1,20})" does not exist in "PushProvider" enum/': 'linear',
  // Each emoji of Unicode's list is tried once at each place.
  'src/text/safe-name.ts new RegExp': 'linear',
  // Put together of the paths of routes: each parameter ends at the next slash.
  'src/http/route-table.ts new RegExp': 'linear',
};

interface Node {
  readonly type?: string;
  readonly [name: string]: unknown;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|jsx?)$/.test(name))
    .map((name) => `${folder}/${name}`);

/** Every node of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if ('type' in tree) yield tree as Node;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

/** The regular expressions of a file that try again without a bound, or are made of other texts. */
const suspectsIn = (file: string): string[] => {
  const syntax = /\.tsx?$/.test(file)
    ? ({ syntax: 'typescript', decorators: true, tsx: file.endsWith('x') } as const)
    : ({ syntax: 'ecmascript', jsx: true } as const);
  return [...nodesOf(parseSync(readFileSync(file, 'utf8'), syntax).body)].flatMap((node) => {
    if (node.type === 'RegExpLiteral') return describeIfSuspect(String(node.pattern), String(node.flags));
    return isConstructor(node) ? ['new RegExp'] : [];
  });
};

const isConstructor = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && (callee as Node | undefined)?.value === 'RegExp';

const describeIfSuspect = (pattern: string, flags: string): string[] => {
  const caseInsensitive = flags.includes('i');
  const { safe } = isSafePattern(pattern, {
    caseInsensitive,
    unicode: flags.includes('u'),
    dotAll: flags.includes('s'),
  });
  return safe ? [] : [`/${pattern}/${flags}`];
};

describe('regular expressions', () => {
  test('of the service, its pages and its SDK do not try again without a bound, but for those checked by hand', () => {
    const files = ['src', 'public', 'web'].flatMap(filesIn);
    expect(files.length).toBeGreaterThan(500);
    const suspects = files.flatMap((file) => suspectsIn(file).map((suspect) => `${file} ${suspect}`));
    expect([...new Set(suspects)].sort()).toEqual(Object.keys(CHECKED).sort());
  });
});
