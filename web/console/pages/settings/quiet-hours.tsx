import { useState } from 'react';
import type {
  QuietHoursInput,
  QuietHoursPartsFragment,
  QuietPolicy,
  UnknownZone,
} from '../../graph/generated/graphql.js';
import type { Answer } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { readDelay } from '../composer/to-input.js';

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
const POLICIES = ['HOLD', 'DROP'] as const satisfies QuietPolicy[];
const UNKNOWN_ZONES = ['ACCOUNT_ZONE', 'SEND'] as const satisfies UnknownZone[];
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;
const MAX_RELEASE_MINUTES = 360;

type Day = (typeof DAYS)[number];
/** `NONE`: the level above counts, or for an account there are none. */
type Mode = 'NONE' | 'OFF' | 'OWN';

interface QuietFields {
  readonly mode: Mode;
  readonly start: string;
  readonly end: string;
  readonly days: readonly Day[];
  readonly policy: QuietPolicy;
  readonly unknownZone: UnknownZone;
  /** Minutes. */
  readonly releaseOver: string;
}

const toFields = (saved: QuietHoursPartsFragment | null): QuietFields => ({
  mode: saved === null ? 'NONE' : saved.off ? 'OFF' : 'OWN',
  start: saved?.start ?? '22:00',
  end: saved?.end ?? '07:00',
  days: saved?.days ?? DAYS,
  policy: saved?.policy ?? 'HOLD',
  unknownZone: saved?.unknownZone ?? 'ACCOUNT_ZONE',
  releaseOver: saved?.start ? minutesOf(saved.releaseOver ?? '') : '10',
});

const minutesOf = (delay: string): string => {
  const { hours, minutes } = readDelay(delay);
  return String(hours * HOUR_MINUTES + minutes);
};

const toInput = ({ mode, releaseOver, ...window }: QuietFields): QuietHoursInput | null => {
  if (mode === 'NONE') return null;
  if (mode === 'OFF') return { off: true };
  return { ...window, days: [...window.days], releaseOver: `${Number(releaseOver)}m` };
};

const isComplete = ({ mode, start, end, days, releaseOver }: QuietFields): boolean => {
  if (mode !== 'OWN') return true;
  const minutes = releaseOver.trim() === '' ? Number.NaN : Number(releaseOver);
  const isRelease = Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_RELEASE_MINUTES;
  return start !== '' && end !== '' && start !== end && days.length > 0 && isRelease;
};

interface CardProps {
  readonly saved: QuietHoursPartsFragment | null;
  /** The account has no level above that it could switch off. */
  readonly isAccount?: boolean;
  readonly mayChange: boolean;
  readonly save: (quietHours: QuietHoursInput | null) => Promise<Answer<unknown>>;
}

/** Shows the quiet hours of an account or application, and a dialog that changes them. */
export const QuietHoursCard = (props: CardProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const words = useQuietWords();
  return (
    <Card
      title={t('quiet.title')}
      lead={t(props.isAccount ? 'quiet.lead.account' : 'quiet.lead.app')}
      aside={
        props.mayChange && (
          <Button size="small" onPress={() => setIsOpen(true)}>
            {t('quiet.change')}
          </Button>
        )
      }
    >
      <p>{words(toFields(props.saved), props.isAccount === true)}</p>
      {isOpen && <QuietHoursDialog {...props} onClose={() => setIsOpen(false)} />}
    </Card>
  );
};

/** Says quiet hours in one sentence. */
const useQuietWords = () => {
  const { t, format } = useTranslation();
  return ({ mode, start, end, days, policy }: QuietFields, isAccount: boolean): string => {
    if (mode === 'NONE') return t(isAccount ? 'quiet.none.account' : 'quiet.none.app');
    if (mode === 'OFF') return t('quiet.off');
    const names = DAYS.filter((day) => days.includes(day)).map((day) => format.weekday(instantOf(day), 'UTC'));
    const when = days.length === DAYS.length ? t('quiet.everyDay') : format.list(names);
    return t(`quiet.summary.${policy}`, { start, end, days: when });
  };
};

const instantOf = (day: Day): number => MONDAY + DAYS.indexOf(day) * DAY_MS;

const QuietHoursDialog = ({ saved, isAccount, save, onClose }: CardProps & { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const form = useForm({
    initial: toFields(saved),
    save: (fields) => save(toInput(fields)),
    onSaved: () => {
      showToast({ kind: 'good', text: t('quiet.saved') });
      onClose();
    },
  });
  const { mode } = form.values;
  const modes: readonly Mode[] = isAccount ? ['NONE', 'OWN'] : ['NONE', 'OWN', 'OFF'];
  return (
    <FormDialog form={form} title={t('quiet.title')} isIncomplete={!isComplete(form.values)} onClose={onClose}>
      <ChoiceField
        label={t('quiet.mode')}
        value={mode}
        onChange={(next) => form.change({ mode: next })}
        choices={modes.map((id) => ({
          id,
          name: t(id === 'NONE' && isAccount ? 'quiet.mode.NONE.account' : `quiet.mode.${id}`),
        }))}
      />
      {mode === 'OWN' && <OwnFields fields={form.values} change={form.change} />}
    </FormDialog>
  );
};

interface OwnProps {
  readonly fields: QuietFields;
  readonly change: (changes: Partial<QuietFields>) => void;
}

const OwnFields = ({ fields, change }: OwnProps) => {
  const { t } = useTranslation();
  const { start, end, policy, unknownZone } = fields;
  const isEmpty = start !== '' && start === end;
  return (
    <>
      <div className="row">
        <TextField
          label={t('quiet.start')}
          type="time"
          value={start}
          onChange={(next) => change({ start: next })}
          isRequired
        />
        <TextField
          label={t('quiet.end')}
          type="time"
          value={end}
          onChange={(next) => change({ end: next })}
          error={isEmpty ? t('quiet.empty') : null}
          isRequired
        />
      </div>
      <QuietDays fields={fields} change={change} />
      <ChoiceField
        label={t('quiet.policy')}
        value={policy}
        onChange={(next) => change({ policy: next })}
        choices={POLICIES.map((id) => ({ id, name: t(`quiet.policy.${id}`), about: t(`quiet.policy.about.${id}`) }))}
      />
      {policy === 'HOLD' && (
        <TextField
          label={t('quiet.releaseOver')}
          hint={t('quiet.releaseOver.hint')}
          type="number"
          min="0"
          max={String(MAX_RELEASE_MINUTES)}
          value={fields.releaseOver}
          onChange={(releaseOver) => change({ releaseOver })}
          isRequired
        />
      )}
      <ChoiceField
        label={t('quiet.unknownZone')}
        value={unknownZone}
        onChange={(next) => change({ unknownZone: next })}
        choices={UNKNOWN_ZONES.map((id) => ({ id, name: t(`quiet.unknownZone.${id}`) }))}
      />
    </>
  );
};

const QuietDays = ({ fields: { days }, change }: OwnProps) => {
  const { t, format } = useTranslation();
  return (
    <fieldset className="field">
      <legend className="field-label">{t('quiet.days')}</legend>
      <div className="row">
        {DAYS.map((day) => (
          <CheckboxField
            key={day}
            isSelected={days.includes(day)}
            onChange={(on) => change({ days: DAYS.filter((one) => (one === day ? on : days.includes(one))) })}
          >
            {format.weekday(instantOf(day), 'UTC')}
          </CheckboxField>
        ))}
      </div>
    </fieldset>
  );
};
