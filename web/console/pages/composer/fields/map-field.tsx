import { Plus, X } from 'lucide-react';
import { useTranslation } from '../../../i18n/i18n.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { isRowValid, type MapRow } from './field-values.js';
import type { SettingProps } from './setting-field.js';

/** Rows of names and texts. */
export const MapField = ({ label, hint, error, value, onChange, maxLength }: SettingProps<'map'>) => {
  const { t, format } = useTranslation();
  const rows = value ?? [];
  const set = (next: readonly MapRow[]) => onChange(next.length === 0 ? null : next);
  const areNamed = rows.every((_row, index) => isRowValid(rows, index));
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      {rows.map((row, index) => (
        <div key={index} className="map-row">
          {(['key', 'text'] as const).map((part) => (
            <input
              key={part}
              className="input"
              value={row[part]}
              onChange={({ target }) => set(rows.with(index, { ...row, [part]: target.value }))}
              aria-label={t(`setting.data.${part}`, { number: index + 1 })}
              aria-invalid={(part === 'key' && !isRowValid(rows, index)) || undefined}
              placeholder={t(`setting.data.${part}Label`)}
              dir="auto"
            />
          ))}
          <IconButton
            size="small"
            label={t('setting.data.remove', { number: index + 1 })}
            icon={X}
            onPress={() => set(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      {error !== null && (
        <span className="field-error" role="alert">
          {areNamed ? t('setting.data.tooLarge', { max: format.number(maxLength) }) : t('setting.data.bad')}
        </span>
      )}
      <div>
        <Button size="small" icon={Plus} onPress={() => set([...rows, { key: '', text: '' }])}>
          {t('setting.data.add')}
        </Button>
      </div>
    </fieldset>
  );
};
