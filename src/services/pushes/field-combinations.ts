import { MAX_LABEL } from '../../content/liquid/template-texts.js';
import type { Violation } from '../../errors.js';
import { NO_SOUND } from '../../ports/field-values.js';
import type { FieldsOf, GivenFields, GivenTranslation } from '../../ports/message-fields.js';
import { clip, isWithin } from '../../text/characters.js';
import { hasLiquid } from '../../text/liquid-markup.js';
import { Violations } from '../rules/violations.js';

type PushFields = GivenFields<FieldsOf<'push'>>;
type GivenPush = PushFields & { readonly translations: readonly GivenTranslation[] };

/** Checks fields of a push that depend on one another (docs/rules.md#message-fields). */
export const checkCombinations = (violations: Violations, push: GivenPush): void => {
  checkLabels(violations, push);
  violations.check(
    !push.renotify || Boolean(push.collapseKey),
    'renotify',
    '`renotify` needs a `collapseKey`: without one, no message replaces another.',
  );
  checkLoudness(violations, push);
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

const checkLabels = (violations: Violations, { buttons, missing, translations }: GivenPush): void => {
  const ids = new Set(buttons?.map(({ id }) => id));
  for (const [index, { buttonLabels }] of translations.entries()) {
    for (const [id, label] of Object.entries(buttonLabels ?? {})) {
      const field = `translations[${index}].buttonLabels`;
      const most = missing && hasLiquid(String(label)) ? MAX_LABEL_TEMPLATE : MAX_LABEL;
      checkLabel(violations, { field, id, label, isKnown: ids.has(id), most });
    }
  }
};

const checkLabel = (
  violations: Violations,
  { field, id, label, isKnown, most }: { field: string; id: string; label: unknown; isKnown: boolean; most: number },
): void => {
  const named = `"${clip(id, 35)}"`;
  if (!isKnown) violations.add(field, `\`${field}\` names ${named}, which is not the id of a button.`, 'NOT_FOUND');
  if (typeof label !== 'string') return;
  const isGood = label.trim() !== '' && isWithin(label, most);
  violations.check(isGood, field, `\`${field}\` must give ${named} a text of 1 to ${most} characters.`);
};
