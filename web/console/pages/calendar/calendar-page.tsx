import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { SchedulerKind } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ChoiceField, SelectField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { useListAddress } from '../../ui/list-address.js';
import { Banner, Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { AppFilter } from '../devices/app-filter.js';
import { DayDialog, EntryDialog } from './calendar-dialogs.js';
import { Agenda, Grid } from './calendar-grid.js';
import { type Entry, STATES, type View } from './entries.js';
import { useEntries } from './use-entries.js';
import { ZoneField } from './zone-field.js';
import { addDays, addMonths, clockShift, type Day, dayIn, daysOf, groupByDay, startOfDay } from './zoned-days.js';

const ALL = 'all';
const KINDS: readonly SchedulerKind[] = ['ONE_TIME', 'WEEKLY', 'AUTO_PUSH'];
const NAMES = ['view', 'day', 'zone', 'app', 'kind', 'state'] as const;

/** Past runs and upcoming moments, in one time zone. */
const CalendarPage = () => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const { filters, change } = useListAddress(NAMES);
  const [ownZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zone = isZone(filters.zone) ? filters.zone : ownZone;
  const [now] = useState(Date.now);
  const today = dayIn(now, zone);
  const day = /^\d{4}-\d\d-\d\d$/.test(filters.day) && !Number.isNaN(Date.parse(filters.day)) ? filters.day : today;
  const view: View = filters.view === 'week' ? 'week' : 'month';
  const kind = KINDS.find((name) => name === filters.kind) ?? null;
  const state = STATES.find((name) => name === filters.state) ?? null;
  const days = daysOf(view, day);
  const { entries, isLoading, isPrevious, error, refresh, cutAt } = useEntries({
    from: startOfDay(days[0] ?? day, zone).toISOString(),
    to: startOfDay(addDays(days.at(-1) ?? day, 1), zone).toISOString(),
    zone,
    appId: filters.app || null,
    kind,
    state,
  });
  const [opened, setOpened] = useState<Entry | null>(null);
  const [openedDay, setOpenedDay] = useState<Day | null>(null);
  const byDay = groupByDay(entries, zone, days[0] ?? day);
  const props = { days, byDay, zone, today, month: day.slice(0, 7), onOpen: setOpened };
  const isNarrowed = filters.app !== '' || kind !== null || state !== null;
  return (
    <>
      <PageHeader title={t('nav.calendar')} lead={t('calendar.lead')} />
      <div className="toolbar">
        <Stepper view={view} day={day} today={today} onChange={(next) => change({ day: next === today ? '' : next })} />
        <ChoiceField
          label={t('calendar.view')}
          isLabelHidden
          look="segments"
          value={view}
          choices={[
            { id: 'week', name: t('calendar.week') },
            { id: 'month', name: t('calendar.month') },
          ]}
          onChange={(next) => change({ view: next === 'month' ? '' : next })}
        />
        <ZoneField value={zone} own={ownZone} onChange={(next) => change({ zone: next === ownZone ? '' : next })} />
      </div>
      <div className="toolbar">
        <AppFilter value={filters.app} onChange={(app) => change({ app })} />
        <SelectField
          label={t('campaigns.kind')}
          isLabelHidden
          value={kind ?? ALL}
          options={[{ id: ALL, name: t('calendar.kind.all') }, ...KINDS.map((id) => ({ id, name: t(`kind.${id}`) }))]}
          onChange={(next) => change({ kind: next === ALL ? '' : next })}
        />
        <SelectField
          label={t('calendar.state')}
          isLabelHidden
          value={state ?? ALL}
          options={[
            { id: ALL, name: t('calendar.state.all') },
            ...STATES.map((id) => ({ id, name: t(`calendar.state.${id}`) })),
          ]}
          onChange={(next) => change({ state: next === ALL ? '' : next })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <ClockChanges days={days} zone={zone} />
      {!isPrevious && cutAt !== null && <Banner kind="warn">{t('calendar.most', { count: cutAt })}</Banner>}
      {isLoading ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Card isFlush>
            <Grid {...props} view={view} onOpenDay={setOpenedDay} />
            <Agenda {...props} />
          </Card>
          {!isPrevious && !error && entries.length === 0 && (
            <EmptyState
              title={t(isNarrowed ? 'calendar.none.narrowed' : 'calendar.none')}
              action={mayWrite && <LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
              text={t(isNarrowed ? 'list.widen' : 'calendar.none.text')}
            />
          )}
        </>
      )}
      <DayDialog
        day={openedDay}
        entries={openedDay === null ? [] : (byDay.get(openedDay) ?? [])}
        zone={zone}
        onOpen={setOpened}
        onClose={() => setOpenedDay(null)}
      />
      <EntryDialog entry={opened} zone={zone} onClose={() => setOpened(null)} />
    </>
  );
};

export default CalendarPage;

const isZone = (name: string): boolean => {
  if (name === '') return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const Stepper = ({
  view,
  day,
  today,
  onChange,
}: {
  readonly view: View;
  readonly day: Day;
  readonly today: Day;
  readonly onChange: (day: Day) => void;
}) => {
  const { t, format } = useTranslation();
  const step = (count: number) => onChange(view === 'week' ? addDays(day, 7 * count) : addMonths(day, count));
  const days = daysOf(view, day);
  const title =
    view === 'month'
      ? format.month(day)
      : t('calendar.range', { from: format.dayOfMonth(days[0] ?? day), to: format.dayOfMonth(days.at(-1) ?? day) });
  return (
    <div className="stepper">
      <IconButton label={t(`calendar.previous.${view}`)} icon={ChevronLeft} onPress={() => step(-1)} />
      <Button size="small" onPress={() => onChange(today)}>
        {t('calendar.today')}
      </Button>
      <IconButton label={t(`calendar.next.${view}`)} icon={ChevronRight} onPress={() => step(1)} />
      <h2 className="stepper-title" aria-live="polite">
        {title}
      </h2>
    </div>
  );
};

/** Banners for days on which the clocks change. */
const ClockChanges = ({ days, zone }: { readonly days: readonly Day[]; readonly zone: string }) => {
  const { t, format } = useTranslation();
  return days
    .map((day) => ({ day, shift: clockShift(day, zone) }))
    .filter(({ shift }) => shift !== 0)
    .map(({ day, shift }) => (
      <Banner key={day} kind="info" title={format.dayOfMonth(day)}>
        {t(shift > 0 ? 'calendar.clocks.forward' : 'calendar.clocks.back', {
          zone,
          time: format.duration(Math.abs(shift) * 60),
        })}
      </Banner>
    ));
};
