import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { isSafePattern } from 'redos-detector';

/**
 * Patterns that may backtrack without a fixed bound, each with the reason why that is safe. A new one belongs here only
 * if outsiders cannot choose its input, or if its work grows no faster than its input; speed in practice is not enough.
 */
const CHECKED: Readonly<Record<string, string>> = {
  // The operator or the page's author chooses the input.
  'public/sdk/web.js /\\/+$/': 'the address of the service, from the page',
  'public/sdk/web.js /=+$/': 'a VAPID key, from the service',
  'src/config/env-reader.ts /\\/+$/': 'an address, from the environment',
  'src/console/page-plugin.ts /<link rel="modulepreload" hreflang="([a-z]{2})".*>\\n/g': 'the page, as it was built',
  'src/sinks/server-url.ts /^([a-z][a-z+]*):\\/\\/(?:([^@/?#\\s]*)@)?([^@/?#\\s]+)\\/?(?:\\?([^#\\s]*))?$/i':
    'an address, from the environment',
  // Its alternatives are different single characters, so each position is tried once.
  'src/mcp/bound-data.ts /(?:\\u200c|\\u200d|\\u200e|\\u200f|\\ufe0e|\\ufe0f){3,}/gu': 'linear',
  'src/migrations/ddl.ts /\\{(\\w+)(?: (\\d+))?\\}/g': 'statements of this repository',
  'src/providers/stored-reason.ts /^(.*, refused \\d+ times)$/': 'at most 255 characters, from the database',
  'src/services/deliveries/trace-sentences.ts /\\{(\\w+)\\}/g': 'sentences of this repository',
  'src/schedule/zone-rules.ts /(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)\\D+(\\d+)/': 'what Intl writes',
  // A word before up to 20 characters, tried once at each occurrence.
  'src/schema/provider-hint.ts /\\bField "(\\w{1,20})" is not defined by type "(?:AppProviderInput|CredentialsInput)"/':
    'linear',
  'src/schema/provider-hint.ts /\\bValue "(\\w{1,20})" does not exist in "PushProvider" enum/': 'linear',
  // The end of liquidjs's messages; a file name ends at the next space.
  'src/content/liquid/lint.ts /, (?:file:\\S+ )?line:\\d+, col:\\d+$/': 'linear',
  // Assembled from two constants; anchored, and its parts end at the next dot.
  'src/crypto/preferences-token.ts new RegExp': 'linear',
  // At most 1,000 characters between two braces.
  'web/console/pages/composer/personal/template-text.ts /(?:\\{\\{[^{}]{0,1000}\\}\\}|\\{%[^{}]{0,1000}%\\})+/g':
    'bounded',
  'web/console/pages/composer/personal/template-text.ts /\\{%[^{}]{0,1000}%\\}/g': 'bounded',
  'web/console/pages/composer/personal/template-text.ts /\\{\\{[^{}]{0,1000}\\}\\}/g': 'bounded',
  // Anchored, with only one way to match.
  'web/console/pages/segments/tree.ts /^(not\\.)?(.+)$/': 'linear',
  // Each emoji of Unicode's list is tried once at each position.
  'src/text/safe-name.ts new RegExp': 'linear',
  // Assembled from the routes' paths: each parameter ends at the next slash.
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

/** The regular expressions of a file that backtrack without a bound, or are built from other texts. */
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
  test('of the service, its pages and its SDK do not backtrack without a bound, except those reviewed by hand', () => {
    const files = ['src', 'public', 'web'].flatMap(filesIn);
    expect(files.length).toBeGreaterThan(500);
    const suspects = files.flatMap((file) => suspectsIn(file).map((suspect) => `${file} ${suspect}`));
    expect([...new Set(suspects)].sort()).toEqual(Object.keys(CHECKED).sort());
  });
});
