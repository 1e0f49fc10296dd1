import { useTranslation } from '../../../i18n/i18n.js';
import { SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import { guardedOf, outputOf, quoted, type TemplateValue, type ValueType } from './expressions.js';

const FORMATS = {
  STRING: ['none', 'capitalize', 'upcase'],
  NUMBER: ['none', 'money', 'plural'],
  BOOLEAN: ['none'],
  DATE: ['date', 'shortDate', 'time'],
  LIST: ['join', 'first'],
} as const satisfies Readonly<Record<ValueType, readonly string[]>>;
type Format = (typeof FORMATS)[ValueType][number];

export interface OutputValues {
  /** Null for the first that the type of the value has. */
  readonly format: Format | null;
  readonly currency: string;
  /** The word for each plural form of the language. */
  readonly words: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
  readonly fallback: string;
}

export const NO_OUTPUT: OutputValues = { format: null, currency: 'EUR', words: {}, fallback: '' };

const formatOf = ({ type }: TemplateValue, { format }: OutputValues): Format => format ?? FORMATS[type][0];

const FILTERS: Readonly<Partial<Record<Format, string>>> = {
  capitalize: 'capitalize',
  upcase: 'upcase',
  date: 'in_zone: "long"',
  shortDate: 'in_zone: "short"',
  time: 'in_zone: "time"',
  join: 'join: ", "',
};

/** Null while the form is incomplete. */
export const outputTextOf = (value: TemplateValue, given: OutputValues): string | null => {
  const { path, isAlwaysKnown } = value;
  const { currency, words, fallback } = given;
  const format = formatOf(value, given);
  if (format === 'money') {
    return isCurrency(currency) ? guardedOf(path, outputOf(path, '', [`money: ${quoted(currency)}`]), fallback) : null;
  }
  if (format === 'plural') {
    const forms = Object.entries(words).map(([form, word]) => `${form}: ${quoted(word)}`);
    const word = outputOf(path, '', [`plural: ${forms.join(', ')}`]);
    return words.other ? guardedOf(path, `${outputOf(path, '')} ${word}`, fallback) : null;
  }
  if (format === 'first') return guardedOf(path, outputOf(path, '', ['first']), fallback);
  const filter = FILTERS[format];
  return outputOf(path, isAlwaysKnown ? null : fallback, filter === undefined ? [] : [filter]);
};

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** In the order of the language, with `other` last. */
const pluralFormsOf = (language: string): readonly Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

const ORDER: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** How a value is shown, and what is shown where it is unknown. */
export const OutputForm = ({
  value,
  language,
  given,
  onChange,
}: {
  readonly value: TemplateValue;
  /** The language of the text, which decides the plural forms. */
  readonly language: string;
  readonly given: OutputValues;
  readonly onChange: (given: OutputValues) => void;
}) => {
  const { t } = useTranslation();
  const format = formatOf(value, given);
  const set = (change: Partial<OutputValues>) => onChange({ ...given, ...change });
  const formats: readonly Format[] = FORMATS[value.type];
  return (
    <>
      {formats.length > 1 && (
        <SelectField
          label={t('insert.format')}
          value={format}
          options={formats.map((id) => ({ id, name: t(`insert.format.${id}`) }))}
          onChange={(next) => set({ format: next })}
        />
      )}
      {format === 'money' && (
        <TextField
          label={t('insert.currency')}
          value={given.currency}
          onChange={(currency) => set({ currency: currency.toUpperCase() })}
          hint={t('insert.currencyHint')}
          isRequired
        />
      )}
      {format === 'plural' && (
        <div className="field-row">
          {pluralFormsOf(language).map((form) => (
            <TextField
              key={form}
              label={t(`insert.plural.${form}`)}
              value={given.words[form] ?? ''}
              onChange={(word) => set({ words: { ...given.words, [form]: word } })}
              isRequired={form === 'other'}
            />
          ))}
        </div>
      )}
      {!value.isAlwaysKnown && (
        <TextField
          label={t('insert.fallback')}
          value={given.fallback}
          onChange={(fallback) => set({ fallback })}
          hint={t('insert.fallbackHint')}
        />
      )}
    </>
  );
};
