import { AppError } from '../../errors.js';
import { ATTRIBUTE_KEY, ATTRIBUTE_TYPES, type AttributeType } from '../../ports/attributes.js';

/** A column `attr.KEY` or `device_attr.KEY`, which may end with a type: `attr.zip:string`. */
export interface AttributeColumn {
  readonly key: string;
  /** null: the type of the attribute's definition, or else of the first value. */
  readonly type: AttributeType | null;
  /** Always an attribute of the device. Otherwise one of its user, if the line names a user. */
  readonly isOwn: boolean;
}

/** Reads a name such as `attr.plan`; null for any other column. @throws BAD_USER_INPUT for a bad key or type. */
export const readAttributeColumn = (name: string): AttributeColumn | null => {
  const prefix = PREFIXES.find((candidate) => name.startsWith(candidate));
  if (prefix === undefined) return null;
  const [key = '', typeName, ...rest] = name.slice(prefix.length).split(':');
  const type = ATTRIBUTE_TYPES.find((candidate) => candidate.toLowerCase() === typeName?.toLowerCase()) ?? null;
  if (ATTRIBUTE_KEY.test(key) && rest.length === 0 && (typeName === undefined || type !== null)) {
    return { key, type, isOwn: prefix === OWN_PREFIX };
  }
  const types = ATTRIBUTE_TYPES.map((each) => each.toLowerCase()).join(', ');
  const message = `The column ${JSON.stringify(name.slice(0, 128))} must be named ${prefix}KEY or ${prefix}KEY:TYPE. A key has a lower-case letter and up to 39 more letters, digits and "_"; a type is one of ${types}.`;
  throw new AppError('BAD_USER_INPUT', message);
};

export const nameAttributeColumn = ({ key, type, isOwn }: AttributeColumn): string =>
  `${isOwn ? OWN_PREFIX : PREFIX}${key}${type === null ? '' : `:${type.toLowerCase()}`}`;

/** Whether two columns set the same attribute. */
export const isSameAttribute = (a: AttributeColumn, b: AttributeColumn): boolean =>
  a.key === b.key && a.isOwn === b.isOwn;

const PREFIX = 'attr.';
const OWN_PREFIX = 'device_attr.';
const PREFIXES = [PREFIX, OWN_PREFIX];
