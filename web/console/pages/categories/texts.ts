interface TextIn {
  readonly language: string;
  readonly text: string;
}

/** The text in a language, in its main language, in English, or else the first one. Empty without texts. */
export const textInLanguage = (texts: readonly TextIn[], language: string): string => {
  const wanted = [language, language.slice(0, 2), 'en'];
  const found = wanted.flatMap((tag) => texts.filter((one) => one.language.toLowerCase() === tag.toLowerCase()));
  return (found[0] ?? texts[0])?.text ?? '';
};
