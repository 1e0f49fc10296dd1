import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  CapCategoriesDocument,
  type FrequencyCapLineFragment,
  type FrequencyCapPolicy,
  type FrequencyCapSubject,
  type FrequencyCapWindow,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ChoiceField, SelectField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import { readDelay } from '../composer/delay.js';
import { FormCard, toNumber, useAccountForm } from './account-settings.js';

const WINDOWS = ['CALENDAR_DAY', 'CALENDAR_WEEK', 'ROLLING'] as const satisfies FrequencyCapWindow[];
const SUBJECTS = ['USER', 'DEVICE'] as const satisfies FrequencyCapSubject[];
const POLICIES = ['DROP', 'DEFER'] as const satisfies FrequencyCapPolicy[];
const MAX_CAPS = 10;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** A year in minutes. The service names the limits of smaller numbers. */
const MOST = 365 * HOURS_PER_DAY * MINUTES_PER_HOUR;

/** A cap as it is edited: numbers as they are typed. */
interface CapFields {
  /** Tells caps apart while others are removed. */
  readonly id: number;
  readonly max: string;
  readonly window: FrequencyCapWindow;
  readonly hours: string;
  readonly subject: FrequencyCapSubject;
  readonly categories: readonly string[];
  readonly gapMinutes: string;
}

const NEW_CAP: Omit<CapFields, 'id'> = {
  max: '3',
  window: 'CALENDAR_DAY',
  hours: '24',
  subject: 'USER',
  categories: [],
  gapMinutes: '',
};

const toFields = (cap: FrequencyCapLineFragment, id: number): CapFields => ({
  id,
  max: String(cap.max),
  window: cap.window,
  hours: String(minutesOf(cap.rolling ?? '1d') / MINUTES_PER_HOUR),
  subject: cap.subject,
  categories: cap.categories ?? [],
  gapMinutes: cap.minGap === null ? '' : String(minutesOf(cap.minGap)),
});

const toInput = ({ max, window, hours, subject, categories, gapMinutes }: CapFields) => ({
  max: toWhole(max, 1),
  window,
  rolling: window === 'ROLLING' ? `${toWhole(hours, MINUTES_PER_HOUR)}m` : null,
  subject,
  categories: categories.length === 0 ? null : [...categories],
  minGap: gapMinutes.trim() === '' ? null : `${toWhole(gapMinutes, 1)}m`,
});

/** The service refuses 0 with a sentence that names the cap. */
const toWhole = (text: string, factor: number): number => {
  const whole = Math.round(toNumber(text) * factor);
  return Math.min(Math.max(whole, 0), MOST);
};

const minutesOf = (delay: string): number => {
  const { days, hours, minutes } = readDelay(delay);
  return (days * HOURS_PER_DAY + hours) * MINUTES_PER_HOUR + minutes;
};

interface Saved {
  readonly onCapped: FrequencyCapPolicy;
  readonly caps: readonly FrequencyCapLineFragment[];
}

/** Edits the frequency caps of the account, for admins. */
export const FrequencyCaps = ({ saved }: { readonly saved: Saved | null }) => {
  const { t } = useTranslation();
  const initial = { onCapped: saved?.onCapped ?? 'DROP', caps: (saved?.caps ?? []).map(toFields) };
  const [nextId, setNextId] = useState(initial.caps.length);
  const form = useAccountForm({
    initial: initial as { onCapped: FrequencyCapPolicy; caps: readonly CapFields[] },
    toInput: ({ onCapped, caps }) => ({
      frequencyCaps: caps.length === 0 ? null : { onCapped, caps: caps.map(toInput) },
    }),
    saved: t('settings.caps.saved'),
  });
  const { caps, onCapped } = form.values;
  const add = () => {
    form.change({ caps: [...caps, { ...NEW_CAP, id: nextId }] });
    setNextId(nextId + 1);
  };
  return (
    <FormCard form={form} title={t('settings.caps')} lead={t('settings.caps.lead')} save={t('settings.caps.save')}>
      {caps.map((cap, index) => (
        <Cap
          key={cap.id}
          number={index + 1}
          cap={cap}
          onChange={(next) => form.change({ caps: caps.with(index, next) })}
          onRemove={() => form.change({ caps: caps.toSpliced(index, 1) })}
        />
      ))}
      {caps.length < MAX_CAPS && (
        <div>
          <Button size="small" icon={Plus} onPress={add}>
            {t('settings.caps.add')}
          </Button>
        </div>
      )}
      {caps.length > 0 && (
        <ChoiceField
          label={t('settings.caps.onCapped')}
          value={onCapped}
          onChange={(next) => form.change({ onCapped: next })}
          choices={POLICIES.map((id) => ({
            id,
            name: t(`settings.caps.onCapped.${id}`),
            about: t(`settings.caps.onCapped.about.${id}`),
          }))}
        />
      )}
    </FormCard>
  );
};

interface CapProps {
  readonly number: number;
  readonly cap: CapFields;
  readonly onChange: (cap: CapFields) => void;
  readonly onRemove: () => void;
}

const Cap = ({ number, cap, onChange, onRemove }: CapProps) => {
  const { t } = useTranslation();
  const { data } = usePageQuery(CapCategoriesDocument, {});
  const name = t('settings.caps.cap', { number: String(number) });
  const set = (changes: Partial<CapFields>) => onChange({ ...cap, ...changes });
  const marketing = (data?.categories.nodes ?? []).filter(({ kind }) => kind === 'MARKETING');
  return (
    <fieldset className="button-fields stack">
      <legend className="visually-hidden">{name}</legend>
      <div className="list-row-head">
        <strong aria-hidden>{name}</strong>
        <IconButton size="small" label={t('action.remove', { name })} icon={X} onPress={onRemove} />
      </div>
      <TextField
        label={t('settings.caps.max')}
        type="number"
        min="1"
        max="100"
        value={cap.max}
        onChange={(max) => set({ max })}
        isRequired
      />
      <SelectField
        label={t('settings.caps.window')}
        value={cap.window}
        options={WINDOWS.map((id) => ({ id, name: t(`settings.caps.window.${id}`) }))}
        onChange={(window) => set({ window })}
      />
      {cap.window === 'ROLLING' && (
        <TextField
          label={t('settings.caps.hours')}
          hint={t('settings.caps.hours.hint')}
          type="number"
          max="720"
          value={cap.hours}
          onChange={(hours) => set({ hours })}
          inputProps={{ step: 'any' }}
          isRequired
        />
      )}
      <SelectField
        label={t('settings.caps.subject')}
        value={cap.subject}
        options={SUBJECTS.map((id) => ({ id, name: t(`settings.caps.subject.${id}`) }))}
        onChange={(subject) => set({ subject })}
      />
      <ChipsField
        label={t('settings.caps.categories')}
        placeholder={t('settings.caps.categories.all')}
        options={marketing.map(({ key }) => ({ id: key, name: key }))}
        value={cap.categories}
        onChange={(categories) => set({ categories })}
      />
      <TextField
        label={t('settings.caps.gap')}
        hint={t('settings.caps.gap.hint')}
        type="number"
        value={cap.gapMinutes}
        onChange={(gapMinutes) => set({ gapMinutes })}
        inputProps={{ step: 'any' }}
      />
    </fieldset>
  );
};
