import { useTranslation } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ChoiceField } from '../../ui/fields.js';
import { TextField } from '../../ui/text-field.js';
import type { EditedValue } from './attribute-values.js';

/** The field for the value of an attribute, according to its type. */
export const ValueField = ({
  value,
  error,
  onChange,
}: {
  readonly value: EditedValue;
  readonly error: string | null;
  readonly onChange: (value: EditedValue) => void;
}) => {
  const { t } = useTranslation();
  const label = t('segments.value');
  const problem = error !== null && <span className="field-error">{error}</span>;
  switch (value.type) {
    case 'LIST':
      return (
        <>
          <ChipsField
            label={label}
            options={value.list.map((id) => ({ id, name: id }))}
            value={value.list}
            onChange={(list) => onChange({ ...value, list })}
            takesOthers
            placeholder={t('segments.values.add')}
          />
          {problem}
        </>
      );
    case 'BOOLEAN':
      return (
        <>
          <ChoiceField
            label={label}
            look="segments"
            value={value.text}
            onChange={(text) => onChange({ ...value, text })}
            choices={[
              { id: 'true', name: t('attributes.true') },
              { id: 'false', name: t('attributes.false') },
            ]}
          />
          {problem}
        </>
      );
    case 'DATE':
      return (
        <div className="field-row">
          <TextField
            label={t('segments.date')}
            type="date"
            value={value.date}
            onChange={(date) => onChange({ ...value, date })}
            error={error}
          />
          <TextField
            label={t('attributes.time')}
            type="time"
            value={value.time}
            onChange={(time) => onChange({ ...value, time })}
            hint={t('attributes.time.hint')}
          />
        </div>
      );
    default:
      return (
        <TextField
          label={label}
          type={value.type === 'NUMBER' ? 'number' : 'text'}
          value={value.text}
          onChange={(text) => onChange({ ...value, text })}
          error={error}
          autoComplete="off"
        />
      );
  }
};
