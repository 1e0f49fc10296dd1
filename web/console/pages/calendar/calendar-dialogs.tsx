import { Link } from 'wouter';
import { CalendarDurationDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { LinkButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Banner, ErrorNote, Facts } from '../../ui/page.js';
import { KindIcon, RunBadge } from '../../ui/status.js';
import { EntryList } from './calendar-grid.js';
import type { Entry, Moment, Run } from './entries.js';
import type { Day } from './zoned-days.js';

export const DayDialog = ({
  day,
  entries,
  zone,
  onOpen,
  onClose,
}: {
  readonly day: Day | null;
  readonly entries: readonly Entry[];
  readonly zone: string;
  readonly onOpen: (entry: Entry) => void;
  readonly onClose: () => void;
}) => {
  const { format } = useTranslation();
  return (
    <Dialog title={day === null ? '' : format.dayOfMonth(day)} isOpen={day !== null} onClose={onClose} size="small">
      <EntryList
        entries={entries}
        zone={zone}
        onOpen={(entry) => {
          onClose();
          onOpen(entry);
        }}
      />
    </Dialog>
  );
};

export const EntryDialog = ({
  entry,
  zone,
  onClose,
}: {
  readonly entry: Entry | null;
  readonly zone: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const campaign = entry?.moment?.scheduler ?? entry?.runs[0]?.scheduler;
  return (
    <Dialog
      title={entry === null ? '' : (entry.name ?? t('state.deleted'))}
      isOpen={entry !== null}
      onClose={onClose}
      actions={
        campaign && (
          <LinkButton href={`/campaigns/${campaign.id}`} variant="primary">
            {t('calendar.open')}
          </LinkButton>
        )
      }
    >
      {entry?.moment && <MomentDetails moment={entry.moment} zone={zone} />}
      {entry && entry.moment === null && <RunDetails runs={entry.runs} zone={zone} />}
    </Dialog>
  );
};

/** The runs of a campaign on one day. */
const RunDetails = ({ runs, zone }: { readonly runs: readonly Run[]; readonly zone: string }) => {
  const { t, format } = useTranslation();
  const campaign = runs[0]?.scheduler;
  return (
    <div className="stack">
      {campaign && (
        <p className="row">
          <KindIcon kind={campaign.kind} /> {campaign.preview ?? t('calendar.noPush')}
        </p>
      )}
      <ul className="calendar-runs">
        {runs.map(({ id, dueAt, status, counts }) => (
          <li key={id} className="row">
            <Link href={`/runs/${id}`} className="cell-name">
              {format.fullDateTime(dueAt, zone)}
            </Link>
            <RunBadge status={status} />
            <span className="quiet numbers">
              {t('run.sent', { count: counts.sent, number: format.number(counts.sent) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

const ZONES_SHOWN = 6;

const MomentDetails = ({ moment, zone }: { readonly moment: Moment; readonly zone: string }) => {
  const { t, format } = useTranslation();
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
      {moment.quietPolicy && (
        <Banner kind="warn">
          {t(`calendar.quiet.about.${moment.quietPolicy}`, {
            at: moment.quietUntil ? format.fullDateTime(moment.quietUntil, zone) : '–',
          })}
        </Banner>
      )}
      {moment.isThrottled && moment.quietPolicy !== 'DROP' && <Duration moment={moment} zone={zone} />}
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

/** When a throttled moment ends. */
const Duration = ({ moment, zone }: { readonly moment: Moment; readonly zone: string }) => {
  const { t, format } = useTranslation();
  const { data, error, refresh } = usePageQuery(CalendarDurationDocument, { id: moment.scheduler.id });
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data) return <p className="quiet">{t('forecast.loading.speed')}</p>;
  const seconds = data.scheduler?.sendingSeconds;
  if (seconds == null) return null;
  // Held messages leave after the quiet hours, at the same speed.
  const until = Date.parse(moment.quietUntil ?? moment.lastAt) + seconds * 1_000;
  return <p>{t('calendar.throttled.about', { at: format.fullDateTime(until, zone) })}</p>;
};

/** Shortens `America/Argentina/Buenos_Aires` to "Buenos Aires". */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
