import { ReportHeatMapDocument, type ReportHeatMapQueryVariables } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const LEVELS = 5;
/** A Monday, to name the days of the week. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Clicks by hour and weekday, as a table whose cells are darker the more they have. */
export const HeatMap = (variables: ReportHeatMapQueryVariables) => {
  const { t, format } = useTranslation();
  const { data, error, refresh } = usePageQuery(ReportHeatMapDocument, variables);
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const map = data?.clickHeatMap;
  const most = Math.max(0, ...(map?.cells ?? []).map(({ clicked }) => clicked));
  return (
    <Card title={t('reports.heat')} lead={t('reports.heat.lead')} isFlush={most > 0}>
      {!map && <Skeleton lines={7} />}
      {map && most === 0 && <EmptyState title={t('reports.heat.none')} text={t('reports.heat.none.text')} />}
      {map && most > 0 && <Cells cells={map.cells} most={most} />}
      {map?.completeFrom && (
        <p className="heat-note quiet">{t('reports.heat.since', { date: format.date(map.completeFrom) })}</p>
      )}
    </Card>
  );
};

interface Cell {
  readonly weekday: number;
  readonly hour: number;
  readonly clicked: number;
}

const Cells = ({ cells, most }: { readonly cells: readonly Cell[]; readonly most: number }) => {
  const { t, format } = useTranslation();
  const clicksAt = new Map(cells.map(({ weekday, hour, clicked }) => [`${weekday} ${hour}`, clicked]));
  const dayOf = (weekday: number) => new Date(MONDAY + (weekday - 1) * DAY_MS).toISOString();
  const levelOf = (clicked: number) => (clicked === 0 ? 0 : Math.ceil((clicked / most) * LEVELS));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={t('reports.heat')} tabIndex={0}>
      <table className="heat-map">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('reports.heat.weekday')}</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{format.shortWeekday(dayOf(weekday))}</th>
              {HOURS.map((hour) => {
                const clicked = clicksAt.get(`${weekday} ${hour}`) ?? 0;
                return (
                  <td key={hour} data-level={levelOf(clicked)}>
                    {format.compact(clicked)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
