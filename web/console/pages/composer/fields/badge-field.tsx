import { useTranslation } from '../../../i18n/i18n.js';
import { SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import type { SettingProps } from './setting-field.js';

/** Leaves the number on the icon, sets it, or adds to it. */
export const BadgeField = ({ label, hint, error, value, onChange }: SettingProps<'badge'>) => {
  const { t } = useTranslation();
  return (
    <div className="field-row">
      <SelectField
        label={label}
        hint={hint}
        value={value?.kind ?? 'leave'}
        options={(['leave', 'set', 'increment'] as const).map((id) => ({ id, name: t(`setting.badge.${id}`) }))}
        onChange={(kind) => onChange(kind === 'leave' ? null : { kind, number: value?.number ?? '1' })}
      />
      {value !== null && (
        <TextField
          label={t('setting.badge.number')}
          error={error}
          type="number"
          value={value.number}
          onChange={(number) => onChange({ ...value, number })}
        />
      )}
    </div>
  );
};
