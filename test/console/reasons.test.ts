import { expect, test } from '@jest/globals';
import { RULE_CODES } from '../../src/delivery/judgement/index.js';
import { RUN_STATUS_CODES } from '../../src/entities/run.js';
import { COMMON_ADVICE, codedAdvice } from '../../src/providers/advice.js';
import { nameOfRuleCode } from '../../src/providers/codes.js';
import { ALL_PROVIDERS } from '../../src/providers/providers.js';
import { TRACE_CODES } from '../../src/services/deliveries/trace-sentences.js';
import { reasons } from '../../web/console/i18n/catalogue/reasons.js';
import { traces } from '../../web/console/i18n/catalogue/traces.js';

// The types already ensure that each message has both languages.
const keysOf = (messages: object, beginning: string): string[] =>
  Object.keys(messages)
    .filter((key) => key.startsWith(beginning))
    .map((key) => key.slice(beginning.length))
    .sort();

const KNOWN = [...COMMON_ADVICE, ...ALL_PROVIDERS.flatMap(codedAdvice)];
const OF_RULES = RULE_CODES.map(({ code }) => nameOfRuleCode(code));
const codesOf = (rows: typeof KNOWN): string[] => rows.map(({ code }) => code).sort();

test('exactly the reasons of providers’ tables and rules have a text in the console', () => {
  const said = keysOf(reasons, 'reason.').filter((key) => key === key.toUpperCase());
  expect(said).toEqual([...codesOf(KNOWN), ...OF_RULES].sort());
});

test('exactly the advice codes have a text in the console, except for rules', () => {
  const said = keysOf(reasons, 'advice.').filter((code) => !OF_RULES.includes(code));
  expect(said).toEqual(codesOf(KNOWN.filter(({ advice }) => advice !== null)));
});

test('each code of a reason occurs once', () => {
  expect(new Set(codesOf(KNOWN)).size).toBe(KNOWN.length);
});

test('each step of a trace, and each reason for a stopped or late run, has a text in the console', () => {
  expect(keysOf(traces, 'trace.').filter((key) => key === key.toUpperCase())).toEqual([...TRACE_CODES].sort());
  expect(keysOf(reasons, 'runStatus.')).toEqual([...RUN_STATUS_CODES].sort());
});
