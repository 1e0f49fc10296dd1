import type { COVERAGE, Covered, CoveringTest } from './coverage.js';
import { ANCHORS } from './coverage-anchors.js';

/** The readable page: a table for each part, generated from the registry and never edited by hand. */
export const renderCoverage = (coverage: typeof COVERAGE): string => {
  const parts = coverage.map(({ heading, rows }) =>
    [
      `## ${heading}`,
      '',
      ...HEAD,
      ...Object.entries(rows).map((row) => toRow(row, ANCHORS[heading]?.[row[0]])),
      '',
    ].join('\n'),
  );
  return `${INTRODUCTION}\n${parts.join('\n')}`;
};

const INTRODUCTION = `# Tests of the REST rules

Each endpoint, rule and decision, with the tests that cover it. The number of a row links to the rule in
[rules.md](rules.md). This page is generated from \`test/rest-compat/coverage*.ts\` (\`UPDATE_DOCS=1\` writes it).
\`test/rest-compat/coverage.test.ts\` fails if a rule has no entry, if a test named here does not exist, or if this page is not
current. In addition, every answer of every REST test and of the fuzzing run must conform to the OpenAPI document.
`;

const HEAD = ['| | meaning | tests |', '| --- | --- | --- |'];

const toRow = ([id, { text, tests, note }]: [string, Covered], anchor?: string): string =>
  `| ${anchor ? `[${id}](rules.md#${anchor})` : toCellText(id)} | ${toCellText(text)} | ${note ?? [...byFile(tests)].map(toCell).join('<br>')} |`;

const byFile = (tests: readonly CoveringTest[]): Map<string, Set<string>> => {
  const files = new Map<string, Set<string>>();
  for (const { file, title } of tests) files.set(file, (files.get(file) ?? new Set()).add(title));
  return files;
};

const toCell = ([file, titles]: [string, Set<string>]): string =>
  `[${file}](../test/${file}.test.ts): ${[...titles].map((title) => `“${toCellText(title)}”`).join(', ')}`;

const toCellText = (text: string): string => text.replaceAll('|', '\\|');
