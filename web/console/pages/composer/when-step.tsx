import { CalendarDays, Plus, Repeat, Rocket, X, Zap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ComposerFiltersDocument } from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, usePageQuery } from '../../graph/hooks.js';
import { serverNow } from '../../graph/server-time.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ComboField } from '../../ui/combo-field.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { GoalsCard } from './goals-card.js';
import { nextMoments, wallClock } from './moments.js';
import { MomentsInWords } from './moments-in-words.js';
import { PaceCard } from './pace-card.js';
import { type ComposerState, type Timing, withDay } from './state.js';

/** A Monday, for the names of the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** @param isKindFixed true for an existing campaign, which keeps its kind */
export const WhenStep = ({
  state,
  onChange,
  isKindFixed,
  refused,
}: {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly isKindFixed: boolean;
  readonly refused: readonly UserErrorOfAnswer[];
}) => {
  const { t } = useTranslation();
  const { when } = state;
  const set = (change: Partial<Timing>) => onChange({ ...state, when: { ...when, ...change } });
  return (
    <div className="composer-columns">
      <div className="stack">
        {!isKindFixed && (
          <Card title={t('composer.whenTitle')}>
            <ChoiceField
              label={t('composer.whenTitle')}
              isLabelHidden
              value={when.kind}
              onChange={(kind) => set({ kind })}
              choices={[
                { id: 'NOW', name: t('when.NOW'), about: t('when.NOW.about'), icon: <Rocket size={20} aria-hidden /> },
                {
                  id: 'ONCE',
                  name: t('when.ONCE'),
                  about: t('when.ONCE.about'),
                  icon: <CalendarDays size={20} aria-hidden />,
                },
                {
                  id: 'WEEKLY',
                  name: t('when.WEEKLY'),
                  about: t('when.WEEKLY.about'),
                  icon: <Repeat size={20} aria-hidden />,
                },
                {
                  id: 'AFTER_EVENT',
                  name: t('when.AFTER_EVENT'),
                  about: t('when.AFTER_EVENT.about'),
                  icon: <Zap size={20} aria-hidden />,
                },
              ]}
            />
          </Card>
        )}
        {when.kind === 'ONCE' && <Once when={when} set={set} />}
        {when.kind === 'WEEKLY' && <Weekly when={when} set={set} />}
        {when.kind === 'AFTER_EVENT' && <AfterEvent state={state} onChange={onChange} />}
        <PaceCard state={state} onChange={onChange} refused={refused} />
        <GoalsCard state={state} onChange={onChange} refused={refused} />
      </div>
      <aside className="composer-aside" aria-label={t('moments.title')}>
        <Card title={t('moments.title')}>
          <MomentsInWords state={state} />
        </Card>
      </aside>
    </div>
  );
};

interface PartProps {
  readonly when: Timing;
  readonly set: (change: Partial<Timing>) => void;
}

const Once = ({ when, set }: PartProps) => {
  const { t } = useTranslation();
  const [today] = useState(() => wallClock(serverNow() - DAY_MS, 'UTC').slice(0, 10));
  const isPast = when.date !== '' && when.time !== '' && nextMoments(when, serverNow()).length === 0;
  return (
    <Card title={t('when.ONCE')}>
      <div className="stack">
        <div className="field-row">
          <TextField
            label={t('when.date')}
            type="date"
            value={when.date}
            onChange={(date) => set({ date })}
            min={today}
            error={isPast ? t('when.past') : null}
            isRequired
          />
          <TextField
            label={t('when.time')}
            type="time"
            value={when.time}
            onChange={(time) => set({ time })}
            isRequired
          />
        </div>
        <Clocks when={when} set={set} />
      </div>
    </Card>
  );
};

/** The time zone of the campaign, or the local time of each device. */
const Clocks = ({ when, set }: PartProps) => {
  const { t } = useTranslation();
  const zones = useMemo(
    () =>
      [...new Set([when.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
        id,
        name: id.replaceAll('_', ' '),
      })),
    [when.timeZone],
  );
  return (
    <>
      <ChoiceField
        label={t('when.clock')}
        value={when.localTime ? 'local' : 'zone'}
        onChange={(id) => set({ localTime: id === 'local' })}
        choices={[
          { id: 'zone', name: t('when.clock.zone'), about: t('when.clock.zoneAbout') },
          { id: 'local', name: t('when.clock.local'), about: t('when.clock.localAbout') },
        ]}
      />
      {!when.localTime && (
        <ComboField
          label={t('when.zone')}
          options={zones}
          value={when.timeZone}
          onChange={(timeZone) => set({ timeZone })}
        />
      )}
    </>
  );
};

const Weekly = ({ when, set }: PartProps) => {
  const { t } = useTranslation();
  return (
    <Card title={t('when.WEEKLY')}>
      <div className="stack">
        <ul className="week">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <WeekDay key={day} day={day} when={when} set={set} />
          ))}
        </ul>
        <Clocks when={when} set={set} />
      </div>
    </Card>
  );
};

const WeekDay = ({ day, when, set }: PartProps & { readonly day: number }) => {
  const { t, format } = useTranslation();
  const name = format.weekday(MONDAY + (day - 1) * DAY_MS, 'UTC');
  const times = when.weekly.filter((entry) => entry.day === day).map(({ time }) => time);
  const setTimes = (next: readonly string[]) => set({ weekly: withDay(when, day, next) });
  return (
    <li className="week-day">
      <CheckboxField isSelected={times.length > 0} onChange={(on) => setTimes(on ? ['09:00'] : [])}>
        {name}
      </CheckboxField>
      {times.length > 0 && (
        <div className="row">
          {times.map((time, index) => (
            <span key={`${day} ${index}`} className="week-time">
              <input
                type="time"
                className="input"
                aria-label={t('when.timeOn', { day: name, number: index + 1 })}
                value={time}
                onChange={({ target }) => setTimes(times.with(index, target.value))}
                required
              />
              {times.length > 1 && (
                <IconButton
                  size="small"
                  label={t('action.remove', { name: `${name} ${time}` })}
                  icon={X}
                  onPress={() => setTimes(times.toSpliced(index, 1))}
                />
              )}
            </span>
          ))}
          <Button size="small" variant="quiet" icon={Plus} onPress={() => setTimes([...times, freeTime(times)])}>
            {t('when.addTime')}
            <span className="visually-hidden">{name}</span>
          </Button>
        </div>
      )}
    </li>
  );
};

/** A common time that the day does not have yet. */
const freeTime = (times: readonly string[]): string =>
  ['18:00', '12:00', '09:00', '20:00', '15:00', '07:00'].find((time) => !times.includes(time)) ?? '00:00';

const AfterEvent = ({
  state,
  onChange,
}: {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
}) => {
  const { t } = useTranslation();
  const nameOfEvent = useEventName();
  const { data } = usePageQuery(ComposerFiltersDocument, {});
  const { delay } = state.when;
  const setDelay = (change: Partial<Timing['delay']>) =>
    onChange({ ...state, when: { ...state.when, delay: { ...delay, ...change } } });
  const part = (name: keyof Timing['delay'], max: number) => (
    <TextField
      label={t(`when.delay.${name}`)}
      type="number"
      min="0"
      max={String(max)}
      value={String(delay[name])}
      onChange={(text) => setDelay({ [name]: Math.min(max, Math.max(0, Math.trunc(Number(text)) || 0)) })}
    />
  );
  return (
    <Card title={t('when.AFTER_EVENT')}>
      <div className="stack">
        <ChipsField
          label={t('when.events')}
          options={
            data?.customEvents.nodes.map((event) => ({
              id: event.code,
              name: nameOfEvent(event),
              about: event.code,
            })) ?? []
          }
          value={state.audience.events}
          onChange={(events) => onChange({ ...state, audience: { ...state.audience, events } })}
          placeholder={t('composer.choose')}
        />
        <fieldset className="field">
          <legend className="field-label">{t('when.delay')}</legend>
          <div className="field-row">
            {part('days', 365)}
            {part('hours', 23)}
            {part('minutes', 59)}
          </div>
        </fieldset>
      </div>
    </Card>
  );
};
