import { joinCsv } from '../../../../src/text/csv.js';
import { isLinkTemplate, isPicture, isPictureTemplate } from './addresses.js';
import { type CsvRow, readCsvRows } from './csv-rows.js';
import { LANGUAGE_CODES } from './languages.js';
import { countFixed, TEXT_MAX, TITLE_MAX } from './limits.js';

/** A translation as a line of a file. A field whose column the file lacks is absent. */
export interface TranslationLine {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image?: string;
  readonly icon?: string;
  readonly link?: string;
  readonly subtitle?: string;
  /** The key is the id of the button. */
  readonly buttonLabels?: Readonly<Record<string, string>>;
}

export interface LineProblem {
  readonly line: number;
  readonly problem:
    | 'noLines'
    | 'unknownColumn'
    | 'missingColumn'
    | 'repeatedColumn'
    | 'cells'
    | 'quote'
    | 'language'
    | 'repeated'
    | 'tooLong'
    | 'link'
    | 'picture'
    | 'tooMany';
  /** The column or value that it concerns. */
  readonly about?: string;
}

export type ReadTranslations =
  | { readonly translations: readonly TranslationLine[]; readonly problems: readonly [] }
  | { readonly translations: readonly []; readonly problems: readonly LineProblem[] };

const COLUMNS = ['language', 'title', 'subtitle', 'text', 'image', 'icon', 'link'] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['language', 'title', 'text'];
const OPTIONAL = ['subtitle', 'image', 'icon', 'link'] as const satisfies readonly Column[];
/** The rest of the name of such a column is the id of a button. */
const BUTTON = 'button:';
const DELIMITERS = [',', ';', '\t'] as const;
/** The service takes as many translations. */
const MAX_LINES = 10_000;
/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

const MAX_LENGTH: Partial<Record<Column, number>> = { title: TITLE_MAX, subtitle: TITLE_MAX, text: TEXT_MAX };

/** Writes a header and a line for each translation. `readTranslations` reads exactly the same translations. */
export const writeTranslations = (translations: readonly TranslationLine[]): string => {
  const buttons = [...new Set(translations.flatMap(({ buttonLabels = {} }) => Object.keys(buttonLabels)))];
  const header = joinCsv([...COLUMNS, ...buttons.map((id) => BUTTON + id)]);
  const lines = translations.map((each) =>
    joinCsv([...COLUMNS.map((name) => each[name] ?? ''), ...buttons.map((id) => labelOf(each, id))]),
  );
  return BYTE_ORDER_MARK + header + lines.join('');
};

/** An id may be a word such as `valueOf`, which every object answers to. */
const labelOf = ({ buttonLabels = {} }: TranslationLine, id: string): string =>
  Object.hasOwn(buttonLabels, id) ? (buttonLabels[id] ?? '') : '';

/** Reads a file with a header. Either every line is good, or each bad one has a problem. */
export const readTranslations = (file: string): ReadTranslations => {
  const text = file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
  const rows = readCsvRows(text, delimiterOf(text));
  const first: CsvRow | undefined = rows.next().value || undefined;
  if (!first) return refused([{ line: 1, problem: 'noLines' }]);
  if (!first.cells) return refused([{ line: first.line, problem: 'quote' }]);
  const header = first.cells.map((name) => name.trim());
  const problems = checkHeader(header);
  if (problems.length > 0) return refused(problems);
  const translations: TranslationLine[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    if (translations.length >= MAX_LINES) return refused([{ line, problem: 'tooMany' }]);
    if (!cells) problems.push({ line, problem: 'quote' });
    else if (cells.length !== header.length) problems.push({ line, problem: 'cells', about: String(header.length) });
    if (!cells || cells.length !== header.length) continue;
    const translation = toTranslation(header, cells);
    problems.push(...checkLine(translation, seen).map((found) => ({ line, ...found })));
    seen.add(translation.language);
    translations.push(translation);
  }
  if (problems.length > 0) return refused(problems);
  return translations.length > 0 ? { translations, problems: [] } : refused([{ line: 1, problem: 'noLines' }]);
};

const refused = (problems: readonly LineProblem[]): ReadTranslations => ({ translations: [], problems });

/** Spreadsheets of some countries separate by semicolons. */
const delimiterOf = (text: string): string => {
  const header = text.split('\n', 1)[0] ?? '';
  return DELIMITERS.find((delimiter) => header.includes(delimiter)) ?? ',';
};

const checkHeader = (header: readonly string[]): LineProblem[] => {
  const problem = (kind: LineProblem['problem'], about: string): LineProblem => ({ line: 1, problem: kind, about });
  const isKnown = (name: string) => (COLUMNS as readonly string[]).includes(name) || /^button:.+/.test(name);
  return [
    ...header.filter((name) => !isKnown(name)).map((name) => problem('unknownColumn', name)),
    ...header.filter((name, at) => header.indexOf(name) !== at).map((name) => problem('repeatedColumn', name)),
    ...REQUIRED.filter((name) => !header.includes(name)).map((name) => problem('missingColumn', name)),
  ];
};

const toTranslation = (header: readonly string[], cells: readonly string[]): TranslationLine => {
  const byName = new Map(header.map((name, at) => [name, cells[at] ?? '']));
  const cell = (name: Column) => byName.get(name) ?? '';
  const labels = header.filter((name) => name.startsWith(BUTTON) && byName.get(name) !== '');
  return {
    language: cell('language').trim().toLowerCase(),
    title: cell('title'),
    text: cell('text'),
    ...Object.fromEntries(OPTIONAL.filter((name) => byName.has(name)).map((name) => [name, cell(name)])),
    ...(header.some((name) => name.startsWith(BUTTON))
      ? { buttonLabels: Object.fromEntries(labels.map((name) => [name.slice(BUTTON.length), byName.get(name) ?? ''])) }
      : {}),
  };
};

type Found = Omit<LineProblem, 'line'>;

const checkLine = (translation: TranslationLine, seen: ReadonlySet<string>): Found[] => {
  const { language, link = '', image = '', icon = '' } = translation;
  const found: Found[] = [];
  if (!LANGUAGE_CODES.includes(language)) found.push({ problem: 'language', about: language });
  else if (seen.has(language)) found.push({ problem: 'repeated', about: language });
  for (const [name, max] of Object.entries(MAX_LENGTH)) {
    const text = translation[name as Column] ?? '';
    if (countFixed(text) > max) found.push({ problem: 'tooLong', about: name });
  }
  if (!isLinkTemplate(link)) found.push({ problem: 'link', about: link });
  if (!isPictureTemplate(image)) found.push({ problem: 'picture', about: image });
  if (!isPicture(icon)) found.push({ problem: 'picture', about: icon });
  return found;
};
