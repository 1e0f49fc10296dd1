import { useTranslation } from '../../../i18n/i18n.js';
import { CheckboxField, SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import type { SoundValue } from './field-values.js';
import type { SettingProps } from './setting-field.js';

const START: SoundValue = { kind: 'default', file: '', isCritical: false, volume: '' };
const USUAL = 'usual';

/** The default sound, none, or a file of the app; for iPhones also whether it plays while they are muted. */
export const SoundField = ({ label, hint, error, value, onChange }: SettingProps<'sound'>) => {
  const { t } = useTranslation();
  const set = (change: Partial<SoundValue>) => onChange({ ...START, ...value, ...change });
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        value={value?.kind ?? USUAL}
        options={[
          { id: USUAL, name: t('settings.default') },
          ...(['default', 'none', 'file'] as const).map((id) => ({ id, name: t(`setting.sound.${id}`) })),
        ]}
        onChange={(kind) => (kind === USUAL ? onChange(null) : set({ kind }))}
      />
      {value?.kind === 'file' && (
        <TextField
          label={t('setting.sound.fileName')}
          hint={t('setting.sound.fileHint')}
          error={value.file === '' ? null : error}
          value={value.file}
          onChange={(file) => set({ file })}
          isRequired
        />
      )}
      {value !== null && value.kind !== 'none' && (
        <CheckboxField
          isSelected={value.isCritical}
          onChange={(isCritical) => set({ isCritical })}
          hint={t('setting.sound.criticalHint')}
        >
          {t('setting.sound.critical')}
        </CheckboxField>
      )}
      {value !== null && value.kind !== 'none' && value.isCritical && (
        <div className="field-short">
          <TextField
            label={t('setting.sound.volume')}
            hint={t('setting.sound.volumeHint')}
            error={error === null ? null : t('settings.badPercent')}
            type="number"
            min="0"
            max="100"
            value={value.volume}
            onChange={(volume) => set({ volume })}
          />
        </div>
      )}
    </>
  );
};
