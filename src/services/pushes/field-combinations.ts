import { MAX_LABEL } from '../../content/liquid/template-texts.js';
import type { Violation } from '../../errors.js';
import { NO_SOUND } from '../../ports/field-values.js';
import type {
  FieldName,
  FieldsOf,
  GivenFields,
  GivenTranslation,
  MessageDefaults,
} from '../../ports/message-fields.js';
import { clip, isWithin } from '../../text/characters.js';
import { hasLiquid } from '../../text/liquid-markup.js';
import { Violations } from '../rules/violations.js';

type PushFields = GivenFields<FieldsOf<'push'>>;
type GivenPush = PushFields & { readonly translations: readonly GivenTranslation[] };

/** Checks fields of a push that depend on one another (docs/rules.md#message-fields). */
export const checkCombinations = (violations: Violations, push: GivenPush): void => {
  checkLabels(violations, push);
  checkLoudness(violations, push);
};

/** Whether the push needs fields that an application's defaults may supply. */
export const needsDefaults = (push: GivenPush): boolean => isUnnamed(push) || unknownLabels(push, []).length > 0;

/**
 * Checks the fields that refer to others, which an application's defaults may supply.
 * @param shown the defaults of the applications whose platform shows the field; null: none.
 */
export const referenceViolations = (
  push: GivenPush,
  shown: (field: FieldName) => readonly (MessageDefaults | null)[],
): readonly Violation[] => {
  const violations = new Violations();
  const browsers = shown('renotify');
  const isNamed = browsers.length > 0 && browsers.every((defaults) => Boolean(defaults?.collapseKey));
  violations.check(
    !isUnnamed(push) || isNamed,
    'renotify',
    '`renotify` needs a `collapseKey`: without one, no message replaces another.',
  );
  for (const { index, id } of unknownLabels(push, shown('buttons'))) {
    const field = `translations[${index}].buttonLabels`;
    violations.add(field, `\`${field}\` names "${clip(id, 35)}", which is not the id of a button.`, 'NOT_FOUND');
  }
  return violations.error?.details.violations ?? [];
};

const isUnnamed = ({ renotify, collapseKey }: PushFields): boolean => Boolean(renotify) && !collapseKey;

/** The labels of no button. Buttons of the push replace those of the defaults. */
const unknownLabels = (
  { buttons, translations }: GivenPush,
  defaults: readonly (MessageDefaults | null)[],
): readonly { readonly index: number; readonly id: string }[] => {
  const shown = buttons ?? defaults.flatMap((values) => values?.buttons ?? []);
  const known = new Set(shown.map(({ id }) => id));
  return translations.flatMap(({ buttonLabels }, index) =>
    Object.keys(buttonLabels ?? {}).flatMap((id) => (known.has(id) ? [] : { index, id })),
  );
};

/** Checks that the fields do not contradict one another. @param path the place of the fields in the input. */
export const checkLoudness = (
  violations: Violations,
  { sound, interruption, silent }: PushFields,
  path?: string,
): void => {
  const at = (field: string): string => (path === undefined ? field : `${path}.${field}`);
  const isCritical = sound?.critical === true;
  violations.check(
    !isCritical || sound?.name !== NO_SOUND,
    at('sound.critical'),
    `\`${at('sound.critical')}\` must be false if \`sound.name\` is ${NO_SOUND}.`,
  );
  violations.check(
    !isCritical || !interruption || interruption === 'CRITICAL',
    at('interruption'),
    `\`${at('interruption')}\` must be CRITICAL or omitted, because \`sound.critical\` is true.`,
  );
  violations.check(
    !silent || !(isCritical || interruption === 'CRITICAL'),
    at('silent'),
    `\`${at('silent')}\` must be false for a critical message: a silent message shows and plays nothing.`,
  );
};

/** Returns how the fields contradict one another. */
export const loudnessViolations = (fields: PushFields): readonly Violation[] => {
  const violations = new Violations();
  checkLoudness(violations, fields);
  return violations.error?.details.violations ?? [];
};

/** A label that is a template is shortened after rendering. */
const MAX_LABEL_TEMPLATE = 255;

const checkLabels = (violations: Violations, { missing, translations }: GivenPush): void => {
  for (const [index, { buttonLabels }] of translations.entries()) {
    for (const [id, label] of Object.entries(buttonLabels ?? {})) {
      const field = `translations[${index}].buttonLabels`;
      const most = missing && hasLiquid(String(label)) ? MAX_LABEL_TEMPLATE : MAX_LABEL;
      checkLabel(violations, { field, id, label, most });
    }
  }
};

const checkLabel = (
  violations: Violations,
  { field, id, label, most }: { field: string; id: string; label: unknown; most: number },
): void => {
  if (typeof label !== 'string') return;
  const isGood = label.trim() !== '' && isWithin(label, most);
  violations.check(isGood, field, `\`${field}\` must give "${clip(id, 35)}" a text of 1 to ${most} characters.`);
};
