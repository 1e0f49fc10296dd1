import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { DocumentGate } from '../../src/schema/limits/document-gate.js';

const gate = () => new DocumentGate(buildSchema('type Query { a: Int }'));

test('a repeated document is parsed and validated once', () => {
  const one = gate();
  const document = one.parse('{ a }');
  expect(one.parse('{ a }')).toBe(document);
  expect(one.parse('{ b: a }')).not.toBe(document);
  expect(one.refusals(document)).toBe(one.refusals(one.parse('{ a }')));
});

test('many documents evict the oldest, and long documents are not kept', () => {
  const one = gate();
  const [first, kept] = [one.parse('{ a }'), one.parse('{ kept: a }')];
  for (let n = 0; n < 99; n += 1) {
    one.parse(`{ a${n}: a }`);
    expect(one.parse('{ kept: a }')).toBe(kept);
  }
  expect(one.parse('{ a }')).not.toBe(first);
  const long = `{ a } # ${'x'.repeat(20_000)}`;
  expect(one.parse(long)).not.toBe(one.parse(long));
});

test('an invalid document is refused each time', () => {
  const one = gate();
  for (let n = 0; n < 2; n += 1) expect(() => one.parse('{ a')).toThrow('Syntax Error');
});
