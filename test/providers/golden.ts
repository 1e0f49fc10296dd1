import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { FIELD_LIST, type FieldName, type KnownValue, type MessageContent } from '../../src/ports/message-fields.js';
import type { ProviderDefinition } from '../../src/providers/definition.js';
import { ignoredFields } from '../../src/providers/field-mapping.js';
import { makeContent } from './harness.js';

/** One row of the mapping: a field's value, and the members that it changes in the message. */
export type Golden = {
  readonly [Name in FieldName]: {
    readonly value: KnownValue<Name>;
    /** Other fields that the row needs. */
    readonly beside?: Partial<MessageContent>;
    /** Members that differ from the plain message; undefined if the member is missing. */
    readonly changes: object;
    /** Whether the composer reports that the platform ignores the field. */
    readonly isIgnored?: true;
  };
};

type Json = Readonly<Record<string, unknown>>;

interface Subject {
  readonly provider: ProviderDefinition;
  /** The received message, parsed. */
  readonly render: (content: MessageContent) => unknown;
  readonly plain: Json;
}

const PLAIN = { title: 'Sale', text: 'Now' } as const;

/** The content of all rows together. */
export const fullContent = (golden: Golden, more: Partial<MessageContent> = {}): MessageContent =>
  makeContent({ ...Object.fromEntries(FIELD_LIST.map(({ name }) => [name, golden[name].value])), ...more });

/** Tests every row of a mapping, and which fields the provider says it ignores. */
export const testGolden = (golden: Golden, { provider, render, plain }: Subject): void => {
  test('a message with title and text', () => {
    expect(render(makeContent(PLAIN))).toEqual(plain);
  });

  test.each(FIELD_LIST.map(({ name }) => name))('%s', (name) => {
    const { value, beside = {}, changes, isIgnored = false } = golden[name];
    const content = makeContent({ ...PLAIN, ...beside, [name]: value });

    expect(render(content)).toEqual(changed(plain, changes));
    expect(ignoredFields(provider, { [name]: value })).toEqual(isIgnored ? [name] : []);
    expect(provider.problemsOf?.(content) ?? []).toEqual([]);
  });

  test('a silent message reports its fields without effect as ignored', () => {
    const rows = FIELD_LIST.filter(
      ({ name }) => name !== 'silent' && (golden[name].isIgnored || Object.keys(golden[name].changes).length > 0),
    );
    const silent = { ...PLAIN, silent: true };
    const without = render(makeContent(silent));
    for (const { name } of rows) {
      const { value, beside = {} } = golden[name];
      const isSame = isDeepStrictEqual(render(makeContent({ ...silent, ...beside, [name]: value })), without);
      // Every message has a title and a text.
      const expected = isSame && !Object.hasOwn(PLAIN, name) ? [name] : [];
      expect([name, ignoredFields(provider, { silent: true, [name]: value })]).toEqual([name, expected]);
    }
  });

  test('an empty list of buttons overrides default buttons', () => {
    expect(render(makeContent({ ...PLAIN, buttons: [] }))).toEqual(plain);
  });
};

const changed = (plain: Json, changes: object): Json => {
  const result: Record<string, unknown> = { ...plain };
  for (const [name, value] of Object.entries(changes)) {
    const known = plain[name];
    if (value === undefined) delete result[name];
    else result[name] = isObject(known) && isObject(value) ? changed(known, value) : value;
  }
  return result;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
