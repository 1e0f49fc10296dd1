import { useState } from 'react';
import { useTranslation } from '../../../i18n/i18n.js';
import { SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import { type DelayParts, readDelay, toDelay } from '../delay.js';
import type { SettingProps } from './setting-field.js';

const ONCE = '0m';
const PRESETS = ['1h', '6h', '1d', '3d', '7d', '28d'];
const USUAL = 'usual';
const OTHER = 'other';
const MOST = { days: 28, hours: 23, minutes: 59 };

/** How long to keep trying: one of the common durations, or another one. */
export const DelayField = ({ label, hint, error, value, onChange }: SettingProps<'delay'>) => {
  const { t, format } = useTranslation();
  const [isOther, setIsOther] = useState(value !== null && value !== ONCE && !PRESETS.includes(value));
  const delay = readDelay(value);
  const choose = (id: string) => {
    setIsOther(id === OTHER);
    if (id === OTHER) onChange(value ?? '1h');
    else onChange(id === USUAL ? null : id);
  };
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value={isOther ? OTHER : (value ?? USUAL)}
        options={[
          { id: USUAL, name: t('settings.default') },
          { id: ONCE, name: t('setting.timeToLive.once') },
          ...PRESETS.map((id) => ({ id, name: format.delay(readDelay(id)) })),
          { id: OTHER, name: t('setting.timeToLive.other') },
        ]}
        onChange={choose}
      />
      {isOther && (
        <div className="field-row">
          {(['days', 'hours', 'minutes'] as const).map((part) => (
            <TextField
              key={part}
              label={t(`when.delay.${part}`)}
              type="number"
              min="0"
              max={String(MOST[part])}
              value={String(delay[part])}
              onChange={(text) => {
                const count = Math.min(MOST[part], Math.max(0, Math.trunc(Number(text)) || 0));
                onChange(toDelay(withPart(delay, part, count)) ?? ONCE);
              }}
            />
          ))}
        </div>
      )}
    </>
  );
};

/** 28 days are the most, so the other parts are then zero. */
const withPart = (delay: DelayParts, part: keyof DelayParts, count: number): DelayParts => {
  const next = { ...delay, [part]: count };
  return next.days >= MOST.days ? { days: MOST.days, hours: 0, minutes: 0 } : next;
};
