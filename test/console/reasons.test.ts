import { expect, test } from '@jest/globals';
import { COMMON_ADVICE, codedAdvice } from '../../src/providers/advice.js';
import { ALL_PROVIDERS } from '../../src/providers/providers.js';
import { TRACE_CODES } from '../../src/services/deliveries/trace-sentences.js';
import { RUN_STATUS_CODES } from '../../src/services/runs/status-code.js';
import { reasons } from '../../web/console/i18n/catalogue/reasons.js';
import { traces } from '../../web/console/i18n/catalogue/traces.js';

// That a message is there in both languages is a matter of its type.
const keysOf = (messages: object, beginning: string): string[] =>
  Object.keys(messages)
    .filter((key) => key.startsWith(beginning))
    .map((key) => key.slice(beginning.length))
    .sort();

const KNOWN = [...COMMON_ADVICE, ...ALL_PROVIDERS.flatMap(codedAdvice)];
const codesOf = (rows: typeof KNOWN): string[] => rows.map(({ code }) => code).sort();

test('each reason that a provider’s table knows is said in the console, and no other one', () => {
  const said = keysOf(reasons, 'reason.').filter((key) => key === key.toUpperCase());
  expect(said).toEqual(codesOf(KNOWN));
});

test('each advice is given in the console, and no other one', () => {
  expect(keysOf(reasons, 'advice.')).toEqual(codesOf(KNOWN.filter(({ advice }) => advice !== null)));
});

test('each code of a reason is there once', () => {
  expect(new Set(codesOf(KNOWN)).size).toBe(KNOWN.length);
});

test('each step of a trace, and each reason for which a run was stopped or late, is said in the console', () => {
  expect(keysOf(traces, 'trace.').filter((key) => key === key.toUpperCase())).toEqual([...TRACE_CODES].sort());
  expect(keysOf(reasons, 'runStatus.')).toEqual([...RUN_STATUS_CODES].sort());
});
