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
