import { FIELD_LIST, type FieldName, type KnownValue, type MessageContent } from '../ports/message-fields.js';

/**
 * How a provider carries each field of a message: a rule writes the value into the provider's draft, and null means
 * that the platform does not support the field. Leaving out a field does not compile.
 */
export type FieldMapping<Draft> = {
  readonly [Name in FieldName]: null | ((draft: Draft, value: KnownValue<Name>, content: MessageContent) => void);
};

/** Fields that other rules or the batch carry: `buttonLabels` go with `buttons`, `urgency` with the request. */
export const ELSEWHERE = (): void => undefined;

/** Writes the given fields into a draft, in the order of `MESSAGE_FIELDS`. */
export const applyFields = <Draft>(
  mapping: Partial<FieldMapping<Draft>>,
  draft: Draft,
  content: MessageContent,
): Draft => {
  for (const { name } of FIELD_LIST) {
    const value = content[name];
    const rule = mapping[name] as ((draft: Draft, value: unknown, content: MessageContent) => void) | null | undefined;
    if (value !== null && !isEmptyList(value)) rule?.(draft, value, content);
  }
  return draft;
};

/** No buttons, which override the default buttons of an application. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

interface Platform {
  readonly fields: FieldMapping<never>;
  /** Fields whose value in this message has no effect, though others have. */
  ignores?(content: Partial<MessageContent>): readonly FieldName[];
}

/** The given fields that the platform ignores. */
export const ignoredFields = (platform: Platform, content: Partial<MessageContent>): FieldName[] => {
  const more = platform.ignores?.(content) ?? [];
  const isIgnored = (name: FieldName) => platform.fields[name] === null || more.includes(name);
  return FIELD_LIST.map(({ name }) => name).filter((name) => (content[name] ?? null) !== null && isIgnored(name));
};

/** A button without a label shows its id. */
export const labelOf = (id: string, labels: MessageContent['buttonLabels']): string =>
  (labels !== null && Object.hasOwn(labels, id) && labels[id]) || id;
