import { type ComponentType, type ReactNode, useId } from 'react';
import type { MessageKey } from '../../../i18n/catalogue/index.js';
import { useTranslation } from '../../../i18n/i18n.js';
import { Button } from '../../../ui/button.js';
import { ChoiceField, SelectField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import type { MessageText } from '../state.js';
import { ButtonsField } from './buttons-field.js';
import { DelayField } from './delay-field.js';
import { SETTING_LIST, type SettingKind, type SettingName } from './field-list.js';
import { agrees, isSettingValid, type Settings, type SettingValues } from './field-values.js';
import { MapField } from './map-field.js';
import { PassthroughField } from './passthrough-field.js';
import { SoundField } from './sound-field.js';

/** What is edited: the settings, and for labels of buttons the texts, if there are any. */
export interface Edited {
  readonly settings: Settings;
  readonly texts: readonly MessageText[];
}

/** The props of the component of a kind. */
export type SettingProps<Kind extends SettingKind> = PropsOf<SettingValues[Kind]>;

interface PropsOf<Value> {
  readonly name: SettingName;
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly value: Value | null;
  readonly onChange: (value: Value | null, texts?: readonly MessageText[]) => void;
  readonly maxLength: number;
  readonly choices: readonly string[];
  readonly texts: readonly MessageText[];
}

/** One setting, by the component of its kind. @param note says which platforms carry it */
export const SettingField = ({
  name,
  edited,
  onChange,
  note,
  problem,
}: {
  readonly name: SettingName;
  readonly edited: Edited;
  readonly onChange: (edited: Edited) => void;
  readonly note: string | null;
  /** What the service says about it, for the problems that the console does not find. */
  readonly problem: string | null;
}) => {
  const { t } = useTranslation();
  const { settings, texts } = edited;
  const setting = SETTING_LIST.find((each) => each.name === name);
  if (!setting) return null;
  const { kind, maxLength = 0, choices = [] } = setting;
  const Field = FIELDS[kind] as ComponentType<SettingProps<SettingKind>>;
  const hint = t(`setting.${name}.hint` as MessageKey);
  return (
    <Field
      name={name}
      label={t(`setting.${name}`)}
      hint={hint || note ? <Hint text={hint} note={note} /> : undefined}
      error={isSettingValid(name, settings) ? problem : t(complaintOf(name, settings), { max: maxLength })}
      value={settings[name]}
      onChange={(value, next = texts) => onChange({ settings: { ...settings, [name]: value }, texts: next })}
      maxLength={maxLength}
      choices={choices}
      texts={texts}
    />
  );
};

const Hint = ({ text, note }: { readonly text: string; readonly note: string | null }) => (
  <>
    {text}
    {note !== null && <span className="platform-note">{note}</span>}
  </>
);

const COMPLAINTS: { readonly [Kind in SettingKind]?: MessageKey } = {
  text: 'settings.tooLong',
  key: 'settings.badKey',
  percent: 'settings.badPercent',
  badge: 'setting.badge.bad',
  map: 'setting.data.bad',
};

const complaintOf = (name: SettingName, settings: Settings): MessageKey => {
  if (!agrees(name, settings)) return `setting.${name}.disagrees` as MessageKey;
  const kind = SETTING_LIST.find((each) => each.name === name)?.kind ?? 'text';
  return COMPLAINTS[kind] ?? 'settings.invalid';
};

const WordsField = ({ label, hint, error, value, onChange }: SettingProps<'text'>) => (
  <TextField label={label} hint={hint} error={error} value={value ?? ''} onChange={(text) => onChange(text || null)} />
);

const PercentField = ({ label, hint, error, value, onChange }: SettingProps<'percent'>) => (
  <div className="field-short">
    <TextField
      label={label}
      hint={hint}
      error={error}
      type="number"
      min="0"
      max="100"
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
    />
  </div>
);

/** Not set. Select fields need a key for it. */
const USUAL = 'usual';

const ChoiceSetting = ({ name, label, hint, error, value, onChange, choices }: SettingProps<'choice'>) => {
  const { t } = useTranslation();
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value ?? USUAL}
      options={[
        { id: USUAL, name: t('settings.default') },
        ...choices.map((id) => ({
          id,
          name: t(`setting.${name}.${id}` as MessageKey),
          about: t(`setting.${name}.${id}.about` as MessageKey) || undefined,
        })),
      ]}
      onChange={(id) => onChange(id === USUAL ? null : id)}
    />
  );
};

/** A switch with a third position, because an application may have a default of its own. */
const FlagField = ({ label, hint, error, value, onChange }: SettingProps<'flag'>) => {
  const { t } = useTranslation();
  return (
    <div className="field">
      <ChoiceField
        label={label}
        look="segments"
        value={value === null ? USUAL : value ? 'on' : 'off'}
        choices={[
          { id: USUAL, name: t('settings.default') },
          { id: 'on', name: t('settings.on') },
          { id: 'off', name: t('settings.off') },
        ]}
        onChange={(id) => onChange(id === USUAL ? null : id === 'on')}
      />
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      {error !== null && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
};

const ColorField = ({ label, hint, value, onChange }: SettingProps<'color'>) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <input
          id={id}
          type="color"
          className="color-input"
          value={value ?? '#4f46e5'}
          onChange={({ target }) => onChange(target.value)}
          aria-describedby={`${id}-value`}
        />
        <span id={`${id}-value`} className="field-hint">
          {value ?? t('settings.default')}
        </span>
        {value !== null && (
          <Button size="small" variant="quiet" onPress={() => onChange(null)}>
            {t('settings.clear', { name: label })}
          </Button>
        )}
      </div>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
    </div>
  );
};

/** Leaves the number on the icon, sets it, or adds to it. */
const BadgeField = ({ label, hint, error, value, onChange }: SettingProps<'badge'>) => {
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

const FIELDS: { readonly [Kind in SettingKind]: ComponentType<SettingProps<Kind>> } = {
  text: WordsField,
  key: WordsField,
  percent: PercentField,
  choice: ChoiceSetting,
  flag: FlagField,
  color: ColorField,
  delay: DelayField,
  map: MapField,
  sound: SoundField,
  badge: BadgeField,
  buttons: ButtonsField,
  passthrough: PassthroughField,
};
