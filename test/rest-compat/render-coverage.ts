import type { COVERAGE, Covered, CoveringTest } from './coverage.js';
import { ANCHORS } from './coverage-anchors.js';

/** The page for people: a table for each part, made from the registry and never written by hand. */
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

const INTRODUCTION = `# What holds the REST interface to its rules

Each endpoint and each rule and decision, with the tests that cover it. A number names a row of this page and links to
the rule itself in [rules.md](rules.md). This page is made from \`test/rest-compat/coverage*.ts\`; \`test/rest-compat/coverage.test.ts\` fails when a rule has no entry, when a test
that is named here is not there, and when this page is not what the registry says (\`UPDATE_DOCS=1\` writes it).
Beside these, every answer of every REST test must conform to the OpenAPI document, and so must those of the fuzzing run.
`;

const HEAD = ['| | what it says | tests |', '| --- | --- | --- |'];

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
