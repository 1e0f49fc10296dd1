import type { FieldsOf, GivenFields, GivenTranslation } from '../../ports/message-fields.js';
import { addressWithoutLiquid, withoutLiquid } from '../../text/liquid-markup.js';
import { templateTexts } from './template-texts.js';

type GivenPush = GivenFields<FieldsOf<'push'>> & { readonly translations: readonly GivenTranslation[] };

/** Returns a push with a letter in place of each output, to measure it and to check it without a device. */
export const sampleOf = <Push extends GivenPush>(push: Push): Push =>
  (push.missing ?? null) === null ? push : { ...push, translations: push.translations.map(sampleTranslation) };

const sampleTranslation = (given: GivenTranslation): GivenTranslation => {
  const texts = templateTexts(given as Parameters<typeof templateTexts>[0]);
  const fields = texts
    .filter(({ label }) => label === null)
    .map(({ field, kind, source }) => [field, kind === 'text' ? withoutLiquid(source) : addressWithoutLiquid(source)]);
  const labels = texts.flatMap(({ label, source }) => (label === null ? [] : [[label, withoutLiquid(source)]]));
  const buttonLabels =
    labels.length > 0 ? { ...given.buttonLabels, ...Object.fromEntries(labels) } : given.buttonLabels;
  return { ...given, ...Object.fromEntries(fields), ...(buttonLabels && { buttonLabels }) };
};
