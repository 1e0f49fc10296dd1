import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AppError, type ErrorCode, type Violation, type ViolationCode } from '../../errors.js';

@ObjectType({ description: 'How large a message would be, and how large it may be.', simpleResolvers: true })
export class MessageSize {
  @Field(() => String, { description: 'The provider that takes no larger one, as people call it.' })
  readonly provider!: string;

  @Field(() => Int, { description: 'Bytes of the message as the provider counts them.' })
  readonly bytes!: number;

  @Field(() => Int, { description: 'Bytes that the provider takes at most.' })
  readonly limit!: number;
}

@ObjectType({ description: 'A rule that the input breaks. Nothing was changed.', simpleResolvers: true })
export class UserError {
  @Field(() => [String], {
    nullable: true,
    description:
      'Where in the arguments, as you wrote them: `["input", "translations", "0", "title"]`; null if it is about no one place.',
  })
  readonly field!: readonly string[] | null;

  @Field(() => String, { description: 'One sentence for people: what is wrong and what to do.' })
  readonly message!: string;

  @Field(() => UserErrorCodeEnum, { description: 'For programs.' })
  readonly code!: ViolationCode;

  @Field(() => MessageSize, { nullable: true, description: 'With TOO_LARGE: the size of the message; else null.' })
  readonly size?: MessageSize | null;
}

const DESCRIPTIONS = {
  INVALID: 'It is not of the form, or not in the range, that it must have.',
  REQUIRED: 'It is empty, and must not be.',
  TOO_LONG: 'A text that has too many characters.',
  TOO_LARGE: 'A translation that makes a larger message than a provider of the account takes; `size` says by how much.',
  TOO_SHORT: 'A text that has too few characters.',
  TOO_MANY: 'A list that has too many entries, or a request that asks for too much.',
  TOO_MANY_TAGS: 'The application has as many different tags as it may; use those that it has.',
  DUPLICATE: 'It is there already, or twice.',
  NOT_FOUND: 'You have nothing by this id, code or name.',
  OVERLAP: 'It is to be included and left out at once.',
  MISSING_DEFAULT: 'The default language has no translation.',
  NO_APPS: 'The filters leave no application.',
  PAST: 'Its moment has passed.',
  ARCHIVED: 'It is archived; unarchive it first.',
  DEACTIVATED: 'It is deactivated; activate it first.',
  BOUND: 'It is bound to another scheduler; unbind it there first.',
  RETIRED: 'The device is retired; it must register anew first.',
  OVER: 'The run is over.',
  ENDED: 'The key is revoked or has expired.',
  AUTO_PUSH: 'It cannot be done to a run of auto-push.',
  NO_CREDENTIALS: 'The application has no credentials that can be used.',
  SCOPE_LACKING: 'Your own key lacks the scope.',
  LAST_ADMIN: 'It is the last admin of the account; make another member an admin first.',
  NO_PASSWORD: 'You sign in without a password; an admin can give you a link that sets one.',
  WRONG_PASSWORD: 'It is not your present password.',
  WEAK_PASSWORD: 'A password that is guessed too easily: a common one, your name or your e-mail address.',
  CONFLICT: 'It contradicts the present state, or another request that is under way; the message says what to do.',
} as const satisfies Record<ViolationCode, string>;

export const UserErrorCodeEnum = Object.fromEntries(Object.keys(DESCRIPTIONS).map((code) => [code, code])) as Readonly<{
  [code in ViolationCode]: code;
}>;

registerEnumType(UserErrorCodeEnum, {
  name: 'UserErrorCode',
  description: 'What programs can tell broken rules by.',
  valuesConfig: Object.fromEntries(Object.entries(DESCRIPTIONS).map(([code, description]) => [code, { description }])),
});

/** Errors that are about what the caller asked for; every other one is thrown. */
export const toUserErrors = (error: AppError, names: FieldNames): UserError[] | null => {
  const code = TOLD_AS_DATA[error.code];
  if (!code) return null;
  const { violations = [] } = error.details;
  if (violations.length > 0) return violations.map((violation) => toUserError(violation, names));
  // What is not there is what the mutation is about.
  const field = error.code === 'NOT_FOUND' ? 'id' : null;
  return [{ field: toSegments(field, names), message: renameInSentence(error.message, names), code }];
};

const TOLD_AS_DATA: Partial<Readonly<Record<ErrorCode, ViolationCode>>> = {
  BAD_USER_INPUT: 'INVALID',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
};

/** A broken rule in the words of GraphQL: services speak of fields by their REST names. */
const toUserError = ({ field, message, code, size }: Violation, names: FieldNames): UserError => ({
  field: toSegments(field, names),
  message: renameInSentence(message, names),
  code,
  size: size ?? null,
});

const toSegments = (field: string | null, names: FieldNames): string[] | null =>
  field === null
    ? null
    : toArgumentPath(field, names)
        .split(/[.[\]]+/)
        .filter(Boolean);

/** How the REST names that the services use read in GraphQL. */
export interface FieldNames {
  /** Where fields are that have no other place below: the argument `input`. */
  readonly root: string;
  /** REST name, or the beginning of a path, to its full path in the arguments. */
  readonly places: Readonly<Record<string, string>>;
}

/** `translations[0].default_lang` → `input.translations[0].defaultLang`. */
export const toArgumentPath = (field: string, { root, places }: FieldNames): string => {
  const place = Object.keys(places)
    .filter((name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`))
    .sort((a, b) => b.length - a.length)
    .at(0);
  if (place === undefined) return root === '' ? toCamelCase(field) : `${root}.${toCamelCase(field)}`;
  return `${places[place]}${toCamelCase(field.slice(place.length))}`;
};

/** Names in backticks inside a sentence, which below the root need no prefix; and what REST calls otherwise. */
export const renameInSentence = (sentence: string, names: FieldNames): string =>
  sentence.replaceAll('audience group', 'tag group').replace(/`([a-z][\w.[\]]{0,200})`/gi, (_all, field: string) => {
    const path = toArgumentPath(field, names);
    return `\`${path.startsWith(`${names.root}.`) ? path.slice(names.root.length + 1) : path}\``;
  });

const toCamelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

export type Settled<T> =
  | { readonly value: T; readonly userErrors: readonly [] }
  | { readonly value: null; readonly userErrors: readonly UserError[] };

/** Carries out a mutation; broken rules become data, anything else is thrown on. */
export const settle = async <T>(names: FieldNames, work: () => Promise<T>): Promise<Settled<T>> => {
  try {
    return { value: await work(), userErrors: [] };
  } catch (error) {
    const userErrors = error instanceof AppError ? toUserErrors(error, names) : null;
    if (!userErrors) throw error;
    return { value: null, userErrors };
  }
};
