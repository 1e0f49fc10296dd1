import { useTranslation } from '../../../i18n/i18n.js';
import { SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import { COMPARISONS, type Comparison, choiceOf, type TemplateValue } from './expressions.js';

export interface ChoiceValues {
  /** Null for the first that the type of the value has. */
  readonly comparison: Comparison | null;
  readonly operand: string;
  readonly ifTrue: string;
  readonly ifFalse: string;
}

export const NO_CHOICE: ChoiceValues = { comparison: null, operand: '', ifTrue: '', ifFalse: '' };

const comparisonOf = ({ type }: TemplateValue, { comparison }: ChoiceValues): Comparison =>
  comparison ?? COMPARISONS[type][0] ?? 'isKnown';

/** Null while the form is incomplete. */
export const choiceTextOf = (value: TemplateValue, given: ChoiceValues): string | null => {
  const comparison = comparisonOf(value, given);
  const isComplete =
    given.ifTrue !== '' && (comparison === 'isKnown' || value.type === 'BOOLEAN' || given.operand !== '');
  return isComplete ? choiceOf({ ...given, value, comparison }) : null;
};

/** One text if a value fulfils a condition, and another one if it does not. */
export const ChoiceForm = ({
  value,
  given,
  onChange,
}: {
  readonly value: TemplateValue;
  readonly given: ChoiceValues;
  readonly onChange: (given: ChoiceValues) => void;
}) => {
  const { t } = useTranslation();
  const comparison = comparisonOf(value, given);
  const set = (change: Partial<ChoiceValues>) => onChange({ ...given, ...change });
  const operand = { value: given.operand, onChange: (next: string) => set({ operand: next }) };
  return (
    <>
      <SelectField
        label={t('insert.when')}
        value={comparison}
        options={COMPARISONS[value.type].map((id) => ({ id, name: t(`insert.when.${id}`) }))}
        onChange={(next) => set({ comparison: next })}
      />
      {comparison !== 'isKnown' &&
        (value.type === 'BOOLEAN' ? (
          <SelectField
            label={t('insert.operand')}
            {...operand}
            value={given.operand || 'true'}
            options={(['true', 'false'] as const).map((id) => ({ id, name: t(`insert.${id}`) }))}
          />
        ) : (
          <TextField
            label={t('insert.operand')}
            {...operand}
            type={value.type === 'NUMBER' ? 'number' : 'text'}
            isRequired
          />
        ))}
      <TextField label={t('insert.then')} value={given.ifTrue} onChange={(ifTrue) => set({ ifTrue })} isRequired />
      <TextField label={t('insert.else')} value={given.ifFalse} onChange={(ifFalse) => set({ ifFalse })} />
    </>
  );
};
