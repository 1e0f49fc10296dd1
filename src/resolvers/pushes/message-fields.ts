import { Field, Float } from 'type-graphql';
import {
  FIELD_LIST,
  type FieldKind,
  type FieldLevel,
  type FieldName,
  type FieldsOf,
  fieldsOf,
  type GivenFields,
  type MessageField,
} from '../../ports/message-fields.js';
import { DelayScalar, HttpsUrlScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import {
  BadgeInput,
  BadgeType,
  ButtonInput,
  ButtonType,
  CHOICE_ENUMS,
  PassthroughInput,
  PassthroughType,
  readBadge,
  readButtons,
  readPassthrough,
  readSound,
  SoundInput,
  SoundType,
} from './field-types.js';

/** The base class of an input with the message fields of a level; `addInputFields` adds them to the graph. */
export const messageInput = <Level extends FieldLevel>(_level: Level) =>
  class {} as new () => GivenFields<FieldsOf<Level>>;

export const addInputFields = (level: FieldLevel, input: new () => object): void => {
  for (const field of fieldsAt(level)) addField(input, field, { type: typeOf(field).input, text: field.graph.input });
};

/** Adds the message fields of a level to an output type, whose values are rows with these columns. */
export const addOutputFields = (level: FieldLevel, type: new () => object): void => {
  for (const field of fieldsAt(level)) addField(type, field, { type: typeOf(field).output, text: field.graph.output });
};

/** Returns the fields of one level as they are stored. A value that is absent or empty becomes null. */
export const readFields = <Level extends FieldLevel>(level: Level, given: object): FieldsOf<Level> => {
  const values = given as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const field of fieldsAt(level)) {
    const value = values[field.name] ?? null;
    read[field.name] = value === null ? null : (typeOf(field).read?.(value as never) ?? value);
  }
  return fieldsOf(level, read as unknown as GivenFields<FieldsOf<Level>>);
};

/** The argument of `Field(() => …)`. */
type ReturnTypeFuncValue = ReturnType<Extract<Parameters<typeof Field>[0], () => unknown>>;

type NamedField = MessageField & { readonly name: FieldName };

const fieldsAt = (level: FieldLevel): readonly NamedField[] => FIELD_LIST.filter((field) => field.level === level);

const addField = (
  { prototype }: new () => object,
  field: NamedField,
  { type, text }: { type: ReturnTypeFuncValue; text: string },
): void => Field(() => type, { nullable: !field.isRequired, description: text })(prototype, field.name);

interface FieldType {
  readonly input: ReturnTypeFuncValue;
  readonly output: ReturnTypeFuncValue;
  /** Converts a client's value into the stored value; absent: they are the same. */
  readonly read?: (given: never) => unknown;
}

const alike = (type: ReturnTypeFuncValue): FieldType => ({ input: type, output: type });

const typeOf = ({ kind, name }: NamedField): FieldType =>
  kind === 'choice' ? alike(CHOICE_ENUMS[name as keyof typeof CHOICE_ENUMS]) : TYPES[kind];

const TYPES: Readonly<Record<Exclude<FieldKind, 'choice'>, FieldType>> = {
  text: alike(String),
  picture: alike(HttpsUrlScalar),
  link: alike(String),
  delay: alike(DelayScalar),
  key: alike(String),
  color: alike(String),
  flag: alike(Boolean),
  share: alike(Float),
  map: alike(JSONObjectScalar),
  sound: { input: SoundInput, output: SoundType, read: readSound },
  badge: { input: BadgeInput, output: BadgeType, read: readBadge },
  buttons: { input: [ButtonInput], output: [ButtonType], read: readButtons },
  passthrough: { input: PassthroughInput, output: PassthroughType, read: readPassthrough },
};
