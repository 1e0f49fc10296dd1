import { Column, type ColumnOptions } from 'typeorm';
import {
  FIELD_LIST,
  type FieldKind,
  type FieldLevel,
  type FieldsOf,
  type MessageField,
} from '../ports/message-fields.js';
import { json } from './column-types.js';

/** The base of an entity that has a column for each message field of a level. */
export const messageColumns = <Level extends FieldLevel>(
  level: Level,
): (new () => { -readonly [Name in keyof FieldsOf<Level>]: FieldsOf<Level>[Name] }) => {
  class Columns {}
  for (const field of FIELD_LIST) {
    if (field.level !== level) continue;
    const named = field.column === undefined ? {} : { name: field.column };
    const options = { ...COLUMNS[field.kind](field), ...named, nullable: !field.isRequired };
    Column(options)(Columns.prototype, field.name);
  }
  return Columns as ReturnType<typeof messageColumns<Level>>;
};

const MAX_VARCHAR = 2_048;

const characters = ({ maxLength }: MessageField): ColumnOptions =>
  maxLength > MAX_VARCHAR ? { type: 'text' } : { type: 'varchar', length: maxLength };

const COLUMNS: Readonly<Record<FieldKind, (field: MessageField) => ColumnOptions>> = {
  text: characters,
  picture: characters,
  link: characters,
  delay: characters,
  choice: characters,
  key: characters,
  color: characters,
  flag: () => ({ type: 'boolean' }),
  share: () => ({ type: 'double' }),
  map: () => json,
  sound: () => json,
  badge: () => json,
  buttons: () => json,
  passthrough: () => json,
};
