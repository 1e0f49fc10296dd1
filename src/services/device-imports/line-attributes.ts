import type { AttributeType, AttributeValue } from '../../ports/attributes.js';
import { splitTags } from '../../text/tags.js';
import {
  type AttributesInput,
  readAttributeChanges,
  TYPE_WORDS,
  toStoredValue,
  typeOfValue,
} from '../attributes/attribute-rules.js';
import { Violations } from '../rules/violations.js';
import { type AttributeColumn, nameAttributeColumn } from './attribute-columns.js';
import type { GivenAttribute } from './device-columns.js';

/** Creates a key with this type unless it exists. Returns its type. @throws BAD_USER_INPUT if there are too many. */
type DefineAttribute = (key: string, type: AttributeType) => Promise<AttributeType>;

/** Changes by key; null removes one. */
export interface LineChanges {
  readonly user: AttributesInput;
  readonly own: AttributesInput;
}

/**
 * Reads the attributes of lines. A text has the type of its key, or the type that the first line with the key gives it.
 * Writing a line checks types again, because other requests define keys at the same time.
 */
export class LineAttributes {
  /** @param types the types of the account's keys; extended by `learn`. */
  constructor(
    private readonly types: Map<string, AttributeType>,
    private readonly define: DefineAttribute,
  ) {}

  /** @throws BAD_USER_INPUT */
  read(given: readonly GivenAttribute[], hasUser: boolean): LineChanges | Promise<LineChanges> {
    const undefinedOnes = given.filter(({ column }) => column.type !== null && !this.types.has(column.key));
    if (undefinedOnes.length === 0) return this.readDefined(given, hasUser);
    return this.defineAll(undefinedOnes).then(() => this.readDefined(given, hasUser));
  }

  /** Remembers the types that an accepted line gave to new keys. */
  learn({ user, own }: LineChanges): void {
    for (const changes of [user, own]) {
      for (const [key, value] of Object.entries(changes)) {
        if (value !== null && !this.types.has(key)) this.types.set(key, typeOfValue(value as AttributeValue));
      }
    }
  }

  private async defineAll(given: readonly GivenAttribute[]): Promise<void> {
    for (const { column } of given) {
      if (column.type !== null) this.types.set(column.key, await this.define(column.key, column.type));
    }
  }

  private readDefined(given: readonly GivenAttribute[], hasUser: boolean): LineChanges {
    const violations = new Violations();
    // A column for the device alone wins over one that is for the user or the device.
    const ordered = hasUser ? given : [...given].sort((a, b) => Number(a.column.isOwn) - Number(b.column.isOwn));
    const [user, own]: Map<string, unknown>[] = [new Map(), new Map()];
    for (const each of ordered) {
      const target = hasUser && !each.column.isOwn ? user : own;
      target?.set(each.column.key, this.readValue(violations, each));
    }
    const changes = { user: toObject(user), own: toObject(own) };
    for (const input of [changes.user, changes.own]) readAttributeChanges(violations, input);
    violations.throwIfAny();
    return changes;
  }

  private readValue(violations: Violations, { column, value, isText }: GivenAttribute): unknown {
    const type = this.types.get(column.key) ?? null;
    const read = isText ? readText(String(value), type) : value;
    if (column.type !== null && column.type !== type) {
      violations.add(FIELD, `\`${nameAttributeColumn(column)}\` has a different type than the key, ${type}.`);
    } else if (type !== null && isValueOfOtherType(type, read)) {
      violations.add(FIELD, wrongType(column, type));
    }
    return read;
  }
}

const FIELD = 'attributes';

const toObject = (entries: ReadonlyMap<string, unknown> | undefined): AttributesInput =>
  Object.fromEntries(entries ?? []);

/** `readAttributeChanges` reports anything that is not a value. */
const isValueOfOtherType = (type: AttributeType, value: unknown): boolean =>
  (['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)) &&
  toStoredValue(type, value as AttributeValue) === null;

const wrongType = (column: AttributeColumn, type: AttributeType): string =>
  `\`${nameAttributeColumn({ ...column, type: null })}\` must be ${TYPE_WORDS[type]}, because the key has the type ${type}.`;

/** Converts a cell. A text that is no value of the type stays a text, which the check of types then refuses. */
const readText = (text: string, type: AttributeType | null): AttributeValue => {
  const value = { STRING: () => text, DATE: () => text, NUMBER: readNumber, BOOLEAN: readBoolean, LIST: splitTags };
  if (type !== null) return value[type](text) ?? text;
  return (PLAIN_NUMBER.test(text) ? readNumber(text) : readBoolean(text)) ?? text;
};

/** Postcodes and phone numbers with leading zeros are not numbers. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

const readNumber = (text: string): number | null => {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
};

const readBoolean = (text: string): boolean | null => {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : null;
};
