import type { Violation } from '../../errors.js';
import { FIELD_LIST, type MessageField } from '../../ports/message-fields.js';
import type { PushInput } from './push-rules.js';

/**
 * Returns the push without the values that break a rule, so that the rest can be previewed; null if it has no
 * translation. Texts stay, whatever is wrong with them.
 */
export const withoutBroken = (push: PushInput, broken: readonly Violation[]): PushInput | null => {
  const [first] = push.translations;
  if (first === undefined) return null;
  const paths = new Set(broken.map(({ field }) => (/^(?:translations\[\d+\]\.)?\w+/.exec(field) ?? [''])[0]));
  const translations = push.translations.map((one, index) => without(one, (name) => paths.has(at(index, name))));
  const hasDefault = translations.some(({ language }) => language.toLowerCase() === push.defaultLang.toLowerCase());
  const defaultLang = hasDefault ? push.defaultLang : first.language;
  return { ...without(push, (name) => paths.has(name)), translations, defaultLang };
};

const at = (index: number, name: string): string => `translations[${index}].${name}`;

const without = <Given extends object>(given: Given, isBroken: (name: string) => boolean): Given => {
  const removed = OPTIONAL.filter(({ name }) => name in given && isBroken(name)).map(({ name }) => [name, null]);
  return removed.length === 0 ? given : { ...given, ...Object.fromEntries(removed) };
};

const OPTIONAL = FIELD_LIST.filter(({ isRequired }: MessageField) => !isRequired);
