import { useTranslation } from '../../i18n/i18n.js';
import { SelectField } from '../../ui/fields.js';
import { TextField } from '../../ui/text-field.js';
import { type Days, isDay, isFirstPreset, PRESETS, type Preset } from './periods.js';

/** Chooses a period: one of several names, or a first and a last day. */
export const PeriodFields = ({
  preset,
  days,
  today,
  onChange,
}: {
  readonly preset: Preset;
  readonly days: Days;
  readonly today: string;
  readonly onChange: (changes: { period?: string; from?: string; to?: string }) => void;
}) => {
  const { t } = useTranslation();
  const choose = (next: Preset) =>
    onChange({
      period: isFirstPreset(next) ? '' : next,
      ...(next === 'custom' ? days : { from: '', to: '' }),
    });
  return (
    <>
      <SelectField
        label={t('reports.period')}
        value={preset}
        options={PRESETS.map((id) => ({ id, name: t(`reports.period.${id}`) }))}
        onChange={choose}
      />
      {preset === 'custom' && (
        <>
          <TextField
            label={t('reports.from')}
            type="date"
            value={days.from}
            max={days.to}
            onChange={(from) => isDay(from) && onChange({ from })}
          />
          <TextField
            label={t('reports.to')}
            type="date"
            value={days.to}
            min={days.from}
            max={today}
            onChange={(to) => isDay(to) && onChange({ to })}
          />
        </>
      )}
    </>
  );
};
