import { Field, Int, ObjectType } from 'type-graphql';
import { AppError, type ErrorCode, type Violation, type ViolationCode } from '../../errors.js';
import { defineEnum } from '../define-enum.js';

@ObjectType({ description: 'The size of a message, and the limit of a provider.', simpleResolvers: true })
export class MessageSize {
  @Field(() => String, { description: 'Name of the provider with the limit.' })
  readonly provider!: string;

  @Field(() => Int, { description: 'Size of the message in bytes, as the provider counts it.' })
  readonly bytes!: number;

  @Field(() => Int, { description: 'Largest size that the provider accepts, in bytes.' })
  readonly limit!: number;
}

@ObjectType({ description: 'A rule that the input breaks. Nothing has changed.', simpleResolvers: true })
export class UserError {
  @Field(() => [String], {
    nullable: true,
    description:
      'Path in the arguments, such as `["input", "translations", "0", "title"]`; null if the error concerns no single place.',
  })
  readonly field!: readonly string[] | null;

  @Field(() => String, { description: 'One sentence for people: what is wrong and how to fix it.' })
  readonly message!: string;

  @Field(() => UserErrorCodeEnum, { description: 'Machine-readable code.' })
  readonly code!: ViolationCode;

  @Field(() => MessageSize, { nullable: true, description: 'Size of the message with TOO_LARGE; otherwise null.' })
  readonly size?: MessageSize | null;
}

export const UserErrorCodeEnum = defineEnum('UserErrorCode', 'Machine-readable code of a broken rule.', {
  INVALID: 'The value has the wrong form or is out of range.',
  REQUIRED: 'A required value is missing or empty.',
  TOO_LONG: 'A text has too many characters.',
  TOO_LARGE: 'A translation makes a message that is too large for a provider of the account; see `size`.',
  TOO_SHORT: 'A text has too few characters.',
  TOO_MANY: 'A list has too many entries, or the request asks for too much.',
  TOO_MANY_TAGS: 'The application has reached its limit of different tags; use existing ones.',
  DUPLICATE: 'The value already exists, or is given twice.',
  NOT_FOUND: 'You have no object with this id, code or name.',
  OVERLAP: 'The same entry is both included and excluded.',
  MISSING_DEFAULT: 'The default language has no translation.',
  NO_APPS: 'The filters leave no application.',
  PAST: 'The time has passed.',
  TOO_SLOW: 'At this speed, messages would expire before they are sent.',
  ARCHIVED: 'The object is archived; restore it first.',
  DEACTIVATED: 'The object is deactivated; activate it first.',
  BOUND: 'The push is bound to another scheduler; unbind it there first.',
  RETIRED: 'The device is retired; it must register again first.',
  OVER: 'The run has ended.',
  ENDED: 'The key is revoked or has expired.',
  AUTO_PUSH: 'Not possible for an auto-push run.',
  NO_CREDENTIALS: 'The application has no usable credentials.',
  SCOPE_LACKING: 'Your own key lacks the scope.',
  LAST_ADMIN: 'The member is the last admin of the account; make another member an admin first.',
  NO_PASSWORD: 'You have no password; an admin can give you a link that sets one.',
  WRONG_PASSWORD: 'The current password is wrong.',
  WEAK_PASSWORD: 'The password is too easy to guess: a common one, your name or your e-mail address.',
  CONFLICT: 'The request conflicts with the current state or with another request in progress; see the message.',
} satisfies Record<ViolationCode, string>);

/** Converts errors about the input to user errors; null for every other error. */
export const toUserErrors = (error: AppError, names: FieldNames): UserError[] | null => {
  const code = TOLD_AS_DATA[error.code];
  if (!code) return null;
  const { violations = [] } = error.details;
  if (violations.length > 0) return violations.map((violation) => toUserError(violation, names));
  // `NOT_FOUND` concerns the object that the mutation names.
  const field = error.code === 'NOT_FOUND' ? 'id' : null;
  return [{ field: toSegments(field, names), message: renameInSentence(error.message, names), code }];
};

const TOLD_AS_DATA: Partial<Readonly<Record<ErrorCode, ViolationCode>>> = {
  BAD_USER_INPUT: 'INVALID',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
};

/** Renames the fields of a broken rule: services use their REST names. */
const toUserError = ({ field, message, code, size }: Violation, names: FieldNames): UserError => ({
  field: toSegments(field, names),
  message: renameInSentence(message, names),
  code,
  size: size ?? null,
});

const toSegments = (field: string | null, names: FieldNames): string[] | null => {
  if (field === null) return null;
  const path = toArgumentPath(field, names);
  const end = /(?:^|\.)(?:data|buttonLabels)\./.exec(path);
  if (end === null) return split(path);
  const keyAt = end.index + end[0].length;
  return [...split(path.slice(0, keyAt)), path.slice(keyAt)];
};

const split = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** Maps the REST names that the services use to GraphQL. */
export interface FieldNames {
  /** The path of every field without a place of its own: the argument `input`. */
  readonly root: string;
  /** Maps a REST name, or the start of a path, to a full path in the arguments. */
  readonly places: Readonly<Record<string, string>>;
}

/** `translations[0].default_lang` → `input.translations[0].defaultLang`. */
export const toArgumentPath = (field: string, { root, places }: FieldNames): string => {
  const place = Object.keys(places)
    .filter((name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`))
    .sort((a, b) => b.length - a.length)
    .at(0);
  if (place === undefined) return root === '' ? toCamelCase(field, 0) : `${root}.${toCamelCase(field, 0)}`;
  return `${places[place]}${toCamelCase(field, place.length)}`;
};

/** Renames fields in backticks, without the prefix of the root, and nouns with another name in REST. */
export const renameInSentence = (sentence: string, names: FieldNames): string =>
  sentence.replaceAll('audience group', 'tag group').replace(/`([a-z][\w.[\]]{0,200})`/gi, (_all, field: string) => {
    const path = toArgumentPath(field, names);
    return `\`${path.startsWith(`${names.root}.`) ? path.slice(names.root.length + 1) : path}\``;
  });

/** Renames the rest of a path. The client's own keys stay as they are. */
const toCamelCase = (path: string, from: number): string => {
  const own = OWN_KEYS.exec(path);
  const end = own === null ? path.length : Math.max(from, own.index + own[0].length);
  return (
    path.slice(from, end).replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()) + path.slice(end)
  );
};

/** The fields whose values have keys of the client. */
const OWN_KEYS = /(?:^|\.)(?:attributes|data|buttonLabels|passthrough)\./;

/** The broken rules of one item of a bulk mutation. @throws every other error, which fails the request */
export const refusal = (error: AppError, names: FieldNames): UserError[] => {
  const userErrors = toUserErrors(error, names);
  if (userErrors) return userErrors;
  throw error;
};

export type Settled<T> =
  | { readonly value: T; readonly userErrors: readonly [] }
  | { readonly value: null; readonly userErrors: readonly UserError[] };

/** Carries out a mutation and returns broken rules as data. @throws every other error */
export const settle = async <T>(names: FieldNames, work: () => Promise<T>): Promise<Settled<T>> => {
  try {
    return { value: await work(), userErrors: [] };
  } catch (error) {
    const userErrors = error instanceof AppError ? toUserErrors(error, names) : null;
    if (!userErrors) throw error;
    return { value: null, userErrors };
  }
};
