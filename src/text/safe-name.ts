/** Gives each name one spelling, however it was typed: full-width letters and ligatures become plain ones. */
export const normalizeName = (name: string): string => name.normalize('NFKC');

/** TypeScript refuses this flag in a literal because it is newer than our target; Node.js 20 supports it. */
const UNICODE_SETS: string = 'gv';
/** Some emoji are sequences that zero-width characters join. */
const EMOJI = new RegExp('\\p{RGI_Emoji}', UNICODE_SETS);
/** Selects the plain or colourful form of the character before it. */
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/gu;

/**
 * Whether a text contains invisible characters: controls, line separators, lone surrogates, and characters that Unicode
 * lets a screen ignore, such as zero-width and bidirectional ones. They can make a name look like another.
 */
export const hidesText = (text: string): boolean =>
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(
    isAscii(text) ? text : text.replace(EMOJI, '').replace(VARIATION_SELECTORS, ''),
  );

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Folds case for comparisons. Unlike `toLowerCase`, it maps both cases of every letter to one form. */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFKC');
