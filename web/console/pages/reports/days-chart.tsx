import { lazy, Suspense, useMemo } from 'react';
import { ReportDaysDocument, type ReportDaysQueryVariables } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, ChartSkeleton, ErrorNote } from '../../ui/page.js';
import { type Days, listDays } from './periods.js';

// Plots use a library that the rest of the page does not wait for.
const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

const HEIGHT = 220;
const LINES = [
  ['sent', '--accent'],
  ['failed', '--bad'],
  ['delivered', '--good'],
  ['clicked', '--violet'],
] as const;

/** A report of more days than one answer has is not plotted. */
export const MAX_PLOTTED_DAYS = 500;

/** The counts of the runs of each day. */
export const DaysChart = ({ days, ...variables }: ReportDaysQueryVariables & { readonly days: Days }) => {
  const { t, format } = useTranslation();
  const { data, error, refresh } = usePageQuery(ReportDaysDocument, variables);
  const all = useMemo(() => listDays(days), [days.from, days.to]);
  const series = useMemo(() => {
    const byDay = new Map((data?.report.rows ?? []).map((row) => [row.name ?? '', row.values]));
    return LINES.map(([name, colour]) => ({
      name: t(`reports.measure.${name}`),
      colour,
      values: all.map((day) => byDay.get(day)?.[name] ?? 0),
    }));
  }, [data, all, t]);
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const skeleton = <ChartSkeleton heights={[HEIGHT]} />;
  return (
    <Card title={t('reports.days')} lead={t('reports.days.lead')}>
      {data ? (
        <Suspense fallback={skeleton}>
          <Chart
            label={t('reports.days')}
            times={all.map((day) => Date.parse(day))}
            series={series}
            formatTime={(time) => format.shortDay(time)}
          />
        </Suspense>
      ) : (
        skeleton
      )}
    </Card>
  );
};
