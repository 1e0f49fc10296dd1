import { CircleCheck, CircleX, Clock, Gauge, Moon, Send, TriangleAlert, Waves } from 'lucide-react';
import { useTranslation } from '../../i18n/i18n.js';
import type { Entry, View } from './entries.js';
import { clockShift, type Day } from './zoned-days.js';

/** The most entries of a day in the month view. A button opens the rest. */
const SHOWN_IN_MONTH = 3;

interface DaysProps {
  readonly days: readonly Day[];
  readonly byDay: ReadonlyMap<Day, readonly Entry[]>;
  readonly zone: string;
  readonly today: Day;
  /** `YYYY-MM` */
  readonly month: string;
  readonly onOpen: (entry: Entry) => void;
}

const DAYS_OF_WEEK = 7;

/** The calendar on large screens. */
export const Grid = ({
  days,
  byDay,
  zone,
  today,
  month,
  view,
  onOpen,
  onOpenDay,
}: DaysProps & { readonly view: View; readonly onOpenDay: (day: Day) => void }) => {
  const { t, format } = useTranslation();
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
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                entries={byDay.get(day) ?? []}
                isWeek={view === 'week'}
                {...{ zone, today, month, onOpen, onOpenDay }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const DayCell = ({
  day,
  entries,
  zone,
  today,
  month,
  isWeek,
  onOpen,
  onOpenDay,
}: Omit<DaysProps, 'days' | 'byDay'> & {
  readonly day: Day;
  readonly entries: readonly Entry[];
  readonly isWeek: boolean;
  readonly onOpenDay: (day: Day) => void;
}) => {
  const { t } = useTranslation();
  const shown = isWeek || entries.length <= SHOWN_IN_MONTH ? entries : entries.slice(0, SHOWN_IN_MONTH - 1);
  return (
    <td
      className="calendar-day"
      data-today={day === today || undefined}
      data-past={day < today || undefined}
      data-outside={(!isWeek && !day.startsWith(month)) || undefined}
    >
      <span className="calendar-date">
        <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
          {Number(day.slice(8))}
        </time>
        {clockShift(day, zone) !== 0 && <TriangleAlert size={14} role="img" aria-label={t('calendar.clocks')} />}
      </span>
      <ul className="calendar-moments">
        {shown.map((entry) => (
          <li key={entry.key}>
            <EntryChip entry={entry} zone={zone} onOpen={onOpen} />
          </li>
        ))}
        {shown.length < entries.length && (
          <li>
            <button type="button" className="calendar-more" onClick={() => onOpenDay(day)}>
              {t('calendar.more', { count: entries.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </td>
  );
};

const STATE_ICONS = { planned: Clock, sending: Send, sent: CircleCheck, failed: CircleX } as const;

const EntryChip = ({
  entry,
  zone,
  onOpen,
}: {
  readonly entry: Entry;
  readonly zone: string;
  readonly onOpen: (entry: Entry) => void;
}) => {
  const { t, format } = useTranslation();
  const { at, lastAt, state, moment } = entry;
  const name = entry.name ?? t('state.deleted');
  const Icon = STATE_ICONS[state];
  const hasWarning = moment?.clockChange != null && moment.clockChange !== 'NONE';
  return (
    <button type="button" className="moment-chip" data-state={state} title={name} onClick={() => onOpen(entry)}>
      <span className="moment-time">
        <Icon size={13} role="img" aria-label={t(`calendar.state.${state}`)} />
        <span className="numbers">{format.timeIn(at, zone)}</span>
        {lastAt !== at && moment && (
          <Waves size={13} role="img" aria-label={t('calendar.spread')} className="moment-waves" />
        )}
        {moment?.quietPolicy && (
          <Moon
            size={13}
            role="img"
            aria-label={t(`calendar.quiet.${moment.quietPolicy}`)}
            className="moment-warning"
          />
        )}
        {moment?.isThrottled && (
          <Gauge size={13} role="img" aria-label={t('calendar.throttled')} className="moment-waves" />
        )}
        {hasWarning && (
          <TriangleAlert size={13} role="img" aria-label={t('calendar.clocks')} className="moment-warning" />
        )}
      </span>
      <span className="moment-name">{name}</span>
    </button>
  );
};

/** The calendar on small screens: only days with entries. */
export const Agenda = ({ days, byDay, zone, today, onOpen }: DaysProps) => {
  const { t, format } = useTranslation();
  const filled = days.filter((day) => (byDay.get(day)?.length ?? 0) > 0);
  return (
    <ol className="agenda">
      {filled.map((day) => (
        <li key={day} className="agenda-day">
          <h3 className="agenda-date">
            {format.dayOfMonth(day)}
            {day === today && <span className="quiet"> · {t('calendar.today')}</span>}
          </h3>
          <EntryList entries={byDay.get(day) ?? []} zone={zone} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
};

export const EntryList = ({
  entries,
  zone,
  onOpen,
}: {
  readonly entries: readonly Entry[];
  readonly zone: string;
  readonly onOpen: (entry: Entry) => void;
}) => (
  <ul className="agenda-list">
    {entries.map((entry) => (
      <li key={entry.key}>
        <EntryChip entry={entry} zone={zone} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);
