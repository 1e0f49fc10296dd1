import { expect, test } from '@jest/globals';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

// The only place that reads sentences of earlier releases.
const READER = 'src/providers/stored-reason.ts';

/** A comparison with a reason, a detail, or a stored message. */
const NAME = String.raw`\w*(?:[rR]eason|[dD]etail|pauseReason|statusMessage)`;
const MATCHES = [
  new RegExp(String.raw`\b${NAME}\??\.(?:includes|startsWith|endsWith|match|search|indexOf)\(`),
  new RegExp(String.raw`\.(?:test|exec)\((?:\w+\.)*${NAME}\)`),
  /\b(?:\w+\.)?(?:reason|pauseReason|statusMessage|inactiveReason) [!=]== '[^']* [^']*'/,
  /\b(?:pause_|inactive_)?reason (?:NOT )?LIKE /,
];

const matchesIn = (text: string): string[] =>
  text.split('\n').filter((line) => MATCHES.some((pattern) => pattern.test(line)));

test('meaning comes from codes: no source compares the words of a reason', () => {
  const files = [...repositoryFiles('src'), ...repositoryFiles('web')].filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => file !== READER)
    .flatMap((file) => matchesIn(readRepositoryFile(file)).map((line) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});

test.each([
  "if (outcome.reason.startsWith('429')) slowDown();",
  'const known = words.some((word) => reason.includes(word));',
  "!app.pauseReason?.startsWith('429')",
  'RUN_STATUS_CODES.find((code) => statusMessage?.startsWith(WORDS[code]))',
  'if (/^5/.test(this.reason)) return;',
  "outcome.reason === 'VAPID keys are not usable'",
  "WHERE reason LIKE '429%'",
])('the check would find `%s`', (line) => {
  expect(matchesIn(line)).toEqual([line]);
});
