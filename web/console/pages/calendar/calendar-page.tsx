import { ChevronLeft, ChevronRight, TriangleAlert, Waves } from 'lucide-react';
import { useState } from 'react';
import { CalendarDocument, type CalendarQuery } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { useListAddress } from '../../ui/list-address.js';
import { Banner, Card, EmptyState, ErrorNote, Facts, PageHeader, Skeleton } from '../../ui/page.js';
import { KindIcon } from '../../ui/status.js';
import { ZoneField } from './zone-field.js';
import { addDays, addMonths, clockShift, type Day, dayIn, daysOf, groupByDay, startOfDay } from './zoned-days.js';

type Moment = CalendarQuery['upcomingMoments'][number];
type View = 'week' | 'month';

/** As many as the graph gives at once. */
const MOST = 500;
/** At most that many of a day in the grid of a month; a press on the day shows them all. */
const SHOWN_IN_MONTH = 3;

/** What is going to be sent, and when, by the clocks of one zone. */
const CalendarPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const {
    filters: { view: viewName, day: dayName, zone: zoneName },
    change,
  } = useListAddress(['view', 'day', 'zone']);
  const [ownZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zone = isZone(zoneName) ? zoneName : ownZone;
  const [now] = useState(Date.now);
  const today = dayIn(now, zone);
  const day = /^\d{4}-\d\d-\d\d$/.test(dayName) && !Number.isNaN(Date.parse(dayName)) ? dayName : today;
  const view: View = viewName === 'week' ? 'week' : 'month';
  const days = daysOf(view, day);
  const from = startOfDay(days[0] ?? day, zone).toISOString();
  const to = startOfDay(addDays(days.at(-1) ?? day, 1), zone).toISOString();
  const { data, isOfBefore, error, isLoading, refresh } = usePageQuery(CalendarDocument, { from, to });
  const [opened, setOpened] = useState<Moment | null>(null);
  const [openedDay, setOpenedDay] = useState<Day | null>(null);
  const moments = data?.upcomingMoments ?? [];
  const byDay = groupByDay(moments, zone, days[0] ?? day);
  const props = { days, byDay, zone, today, month: day.slice(0, 7), onOpen: setOpened };
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
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <ClockChanges days={days} zone={zone} />
      {!isOfBefore && moments.length >= MOST && <Banner kind="warn">{t('calendar.most', { count: MOST })}</Banner>}
      {isLoading && <Skeleton lines={8} />}
      {data && (
        <>
          <Card isFlush>
            <Grid {...props} view={view} onOpenDay={setOpenedDay} />
            <Agenda {...props} />
          </Card>
          {!isOfBefore && moments.length === 0 && (
            <EmptyState
              title={t('calendar.none')}
              action={mayWrite && <LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
            >
              {t('calendar.none.text')}
            </EmptyState>
          )}
        </>
      )}
      <DayDialog
        day={openedDay}
        moments={openedDay === null ? [] : (byDay.get(openedDay) ?? [])}
        zone={zone}
        onOpen={setOpened}
        onClose={() => setOpenedDay(null)}
      />
      <MomentDialog moment={opened} zone={zone} onClose={() => setOpened(null)} />
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
  const { t, format } = useWords();
  const step = (count: number) => onChange(view === 'week' ? addDays(day, 7 * count) : addMonths(day, count));
  const days = daysOf(view, day);
  const title =
    view === 'month'
      ? format.month(day)
      : t('calendar.range', { from: format.dayOfMonth(days[0] ?? day), to: format.dayOfMonth(days.at(-1) ?? day) });
  return (
    <div className="stepper">
      <IconButton
        label={t(`calendar.previous.${view}`)}
        icon={<ChevronLeft size={18} aria-hidden />}
        onPress={() => step(-1)}
      />
      <Button size="small" onPress={() => onChange(today)}>
        {t('calendar.today')}
      </Button>
      <IconButton
        label={t(`calendar.next.${view}`)}
        icon={<ChevronRight size={18} aria-hidden />}
        onPress={() => step(1)}
      />
      <h2 className="stepper-title" aria-live="polite">
        {title}
      </h2>
    </div>
  );
};

/** Days on which the clocks of the zone are moved, above the calendar. */
const ClockChanges = ({ days, zone }: { readonly days: readonly Day[]; readonly zone: string }) => {
  const { t, format } = useWords();
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

interface DaysProps {
  readonly days: readonly Day[];
  readonly byDay: ReadonlyMap<Day, readonly Moment[]>;
  readonly zone: string;
  readonly today: Day;
  /** `YYYY-MM` */
  readonly month: string;
  readonly onOpen: (moment: Moment) => void;
}

const DAYS_OF_WEEK = 7;

/** Of large screens. */
const Grid = ({
  days,
  byDay,
  zone,
  today,
  month,
  view,
  onOpen,
  onOpenDay,
}: DaysProps & { readonly view: View; readonly onOpenDay: (day: Day) => void }) => {
  const { t, format } = useWords();
  const weeks = Array.from({ length: days.length / DAYS_OF_WEEK }, (_, week) =>
    days.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
  );
  return (
    <table className="calendar" data-view={view}>
      <caption className="visually-hidden">{t('nav.calendar')}</caption>
      <thead>
        <tr>
          {days.slice(0, DAYS_OF_WEEK).map((day) => (
            <th key={day} scope="col">
              {format.shortWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const moments = byDay.get(day) ?? [];
              const shown =
                view === 'week' || moments.length <= SHOWN_IN_MONTH ? moments : moments.slice(0, SHOWN_IN_MONTH - 1);
              return (
                <td
                  key={day}
                  className="calendar-day"
                  data-today={day === today || undefined}
                  data-past={day < today || undefined}
                  data-outside={(view === 'month' && !day.startsWith(month)) || undefined}
                >
                  <span className="calendar-date">
                    <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                      {Number(day.slice(8))}
                    </time>
                    {clockShift(day, zone) !== 0 && (
                      <TriangleAlert size={14} role="img" aria-label={t('calendar.clocks')} />
                    )}
                  </span>
                  <ul className="calendar-moments">
                    {shown.map((moment) => (
                      <li key={keyOf(moment)}>
                        <MomentChip moment={moment} zone={zone} onOpen={onOpen} />
                      </li>
                    ))}
                    {shown.length < moments.length && (
                      <li>
                        <button type="button" className="calendar-more" onClick={() => onOpenDay(day)}>
                          {t('calendar.more', { count: moments.length - shown.length })}
                        </button>
                      </li>
                    )}
                  </ul>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const keyOf = ({ at, scheduler }: Moment): string => `${scheduler.id} ${at}`;

const hasWarning = ({ clockChange }: Moment): boolean => clockChange != null && clockChange !== 'NONE';

const MomentChip = ({
  moment,
  zone,
  onOpen,
}: {
  readonly moment: Moment;
  readonly zone: string;
  readonly onOpen: (moment: Moment) => void;
}) => {
  const { t, format } = useWords();
  const isSpread = moment.lastAt !== moment.at;
  return (
    <button type="button" className="moment-chip" onClick={() => onOpen(moment)}>
      <span className="numbers">{format.timeIn(moment.at, zone)}</span>
      <span className="moment-name">{moment.scheduler.name}</span>
      {isSpread && <Waves size={13} role="img" aria-label={t('calendar.spread')} className="moment-waves" />}
      {hasWarning(moment) && <TriangleAlert size={13} role="img" aria-label={t('calendar.clocks')} />}
    </button>
  );
};

/** Of small screens: only days with something in them. */
const Agenda = ({ days, byDay, zone, today, onOpen }: DaysProps) => {
  const { t, format } = useWords();
  const filled = days.filter((day) => (byDay.get(day)?.length ?? 0) > 0);
  return (
    <ol className="agenda">
      {filled.map((day) => (
        <li key={day} className="agenda-day">
          <h3 className="agenda-date">
            {format.dayOfMonth(day)}
            {day === today && <span className="quiet"> · {t('calendar.today')}</span>}
          </h3>
          <MomentList moments={byDay.get(day) ?? []} zone={zone} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
};

const MomentList = ({
  moments,
  zone,
  onOpen,
}: {
  readonly moments: readonly Moment[];
  readonly zone: string;
  readonly onOpen: (moment: Moment) => void;
}) => (
  <ul className="agenda-list">
    {moments.map((moment) => (
      <li key={keyOf(moment)}>
        <MomentChip moment={moment} zone={zone} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);

const DayDialog = ({
  day,
  moments,
  zone,
  onOpen,
  onClose,
}: {
  readonly day: Day | null;
  readonly moments: readonly Moment[];
  readonly zone: string;
  readonly onOpen: (moment: Moment) => void;
  readonly onClose: () => void;
}) => {
  const { format } = useWords();
  return (
    <Dialog title={day === null ? '' : format.dayOfMonth(day)} isOpen={day !== null} onClose={onClose} size="small">
      <MomentList
        moments={moments}
        zone={zone}
        onOpen={(moment) => {
          onClose();
          onOpen(moment);
        }}
      />
    </Dialog>
  );
};

const MomentDialog = ({
  moment,
  zone,
  onClose,
}: {
  readonly moment: Moment | null;
  readonly zone: string;
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  return (
    <Dialog
      title={moment?.scheduler.name ?? ''}
      isOpen={moment !== null}
      onClose={onClose}
      actions={
        moment && (
          <LinkButton href={`/campaigns/${moment.scheduler.id}`} variant="primary">
            {t('calendar.open')}
          </LinkButton>
        )
      }
    >
      {moment !== null && <MomentDetails moment={moment} zone={zone} />}
    </Dialog>
  );
};

const ZONES_SHOWN = 6;

const MomentDetails = ({ moment, zone }: { readonly moment: Moment; readonly zone: string }) => {
  const { t, format } = useWords();
  const { at, lastAt, waves, clockChange, scheduler } = moment;
  const isSpread = lastAt !== at;
  return (
    <div className="stack">
      <p className="row">
        <KindIcon kind={scheduler.kind} /> {scheduler.preview ?? t('calendar.noPush')}
      </p>
      <Facts
        facts={[
          [t(isSpread ? 'calendar.first' : 'calendar.at'), format.fullDateTime(at, zone)],
          ...(isSpread ? [[t('calendar.last'), format.fullDateTime(lastAt, zone)] as const] : []),
        ]}
      />
      {(clockChange === 'SKIPPED' || clockChange === 'REPEATED') && (
        <Banner kind="warn">{t(`calendar.clockChange.${clockChange}`)}</Banner>
      )}
      {isSpread && waves.length > 0 && (
        <section aria-label={t('calendar.waves')}>
          <h3 className="empty-title">{t('calendar.waves')}</h3>
          <p className="quiet">{t('calendar.waves.lead', { count: waves.length })}</p>
          <ol className="waves">
            {waves.map((wave) => (
              <li key={wave.at}>
                <span className="numbers">{format.fullDateTime(wave.at, zone)}</span>
                <span className="quiet">
                  {wave.zones.slice(0, ZONES_SHOWN).map(cityOf).join(', ')}
                  {wave.zones.length > ZONES_SHOWN &&
                    ` ${t('calendar.zones.more', { count: wave.zones.length - ZONES_SHOWN })}`}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
};

/** `America/Argentina/Buenos_Aires` as Buenos Aires. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
