import { useState } from 'react';
import type { QuietHoursInput, QuietHoursPartsFragment } from '../../graph/generated/graphql.js';
import type { Answer } from '../../graph/hooks.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import {
  DAYS,
  type Day,
  isQuietComplete,
  MAX_RELEASE_MINUTES,
  QUIET_MODES,
  QUIET_POLICIES,
  type QuietFields,
  toQuietFields,
  toQuietInput,
  UNKNOWN_ZONES,
} from './quiet-fields.js';

const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Where quiet hours are set, from the general to the specific. */
export type QuietLevel = 'account' | 'app' | 'campaign';

interface CardProps {
  readonly saved: QuietHoursPartsFragment | null;
  readonly level: 'account' | 'app';
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
      lead={t(`quiet.lead.${props.level}`)}
      aside={
        props.mayChange && (
          <Button size="small" onPress={() => setIsOpen(true)}>
            {t('quiet.change')}
          </Button>
        )
      }
    >
      <p>{words(toQuietFields(props.saved), props.level)}</p>
      {isOpen && <QuietHoursDialog {...props} onClose={() => setIsOpen(false)} />}
    </Card>
  );
};

/** Says quiet hours in one sentence. */
export const useQuietWords = () => {
  const { t, format } = useTranslation();
  return ({ mode, start, end, days, policy }: QuietFields, level: QuietLevel): string => {
    if (mode === 'NONE') return t(`quiet.none.${level}`);
    if (mode === 'OFF') return t('quiet.off');
    const names = DAYS.filter((day) => days.includes(day)).map((day) => format.weekday(instantOf(day), 'UTC'));
    const when = days.length === DAYS.length ? t('quiet.everyDay') : format.list(names);
    return t(`quiet.summary.${policy}`, { start, end, days: when });
  };
};

const instantOf = (day: Day): number => MONDAY + DAYS.indexOf(day) * DAY_MS;

const QuietHoursDialog = ({ saved, level, save, onClose }: CardProps & { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const form = useForm({
    initial: toQuietFields(saved),
    save: (fields) => save(toQuietInput(fields)),
    onSaved: () => {
      showToast({ kind: 'good', text: t('quiet.saved') });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('quiet.title')} isIncomplete={!isQuietComplete(form.values)} onClose={onClose}>
      <QuietHoursEditor level={level} fields={form.values} change={form.change} />
    </FormDialog>
  );
};

interface EditorProps {
  readonly fields: QuietFields;
  readonly change: (changes: Partial<QuietFields>) => void;
  /** The error of the service about a field. */
  readonly errorOf?: (name: string) => string | null;
}

/** Edits quiet hours of any level. */
export const QuietHoursEditor = ({ level, ...props }: EditorProps & { readonly level: QuietLevel }) => {
  const { t } = useTranslation();
  // The account has no level above that it could switch off.
  const modes = QUIET_MODES.filter((mode) => mode !== 'OFF' || level !== 'account');
  return (
    <>
      <ChoiceField
        label={t('quiet.mode')}
        value={props.fields.mode}
        onChange={(mode) => props.change({ mode })}
        choices={modes.map((id) => ({
          id,
          name: t((id === 'OWN' ? 'quiet.mode.OWN' : `quiet.mode.${id}.${level}`) as MessageKey),
        }))}
      />
      {props.fields.mode === 'OWN' && <OwnFields {...props} />}
    </>
  );
};

const OwnFields = ({ fields, change, errorOf = () => null }: EditorProps) => {
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
          error={errorOf('start')}
          isRequired
        />
        <TextField
          label={t('quiet.end')}
          type="time"
          value={end}
          onChange={(next) => change({ end: next })}
          error={isEmpty ? t('quiet.empty') : errorOf('end')}
          isRequired
        />
      </div>
      <QuietDays fields={fields} change={change} />
      <ChoiceField
        label={t('quiet.policy')}
        value={policy}
        onChange={(next) => change({ policy: next })}
        choices={QUIET_POLICIES.map((id) => ({
          id,
          name: t(`quiet.policy.${id}`),
          about: t(`quiet.policy.about.${id}`),
        }))}
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
          error={errorOf('releaseOver')}
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

const QuietDays = ({ fields: { days }, change }: EditorProps) => {
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
