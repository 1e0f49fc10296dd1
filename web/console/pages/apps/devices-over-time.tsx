import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { ChartSkeleton, EmptyState } from '../../ui/page.js';
import type { AppDetail } from './app-page.js';

const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

export const DevicesOverTime = ({ app }: { readonly app: AppDetail }) => {
  const { t, format } = useTranslation();
  const counts = app.deviceCounts;
  const times = counts.map(({ date }) => Date.parse(date));
  const sumOf = (name: 'registered' | 'retired') => counts.reduce((sum, point) => sum + point[name], 0);
  if (app.deviceCount === 0 && sumOf('registered') + sumOf('retired') === 0) {
    return <EmptyState title={t('apps.devices.none')} text={t('apps.devices.none.text')} />;
  }
  return (
    <div className="stack">
      <Suspense fallback={<ChartSkeleton heights={[180, 140]} />}>
        <Chart
          label={t('apps.devices.chart')}
          times={times}
          formatTime={format.shortDay}
          height={180}
          series={[
            {
              name: t('apps.devices.active'),
              colour: '--accent',
              values: counts.map(({ active }) => active),
              total: app.deviceCount,
            },
          ]}
        />
        <Chart
          label={t('apps.devices.changes')}
          times={times}
          formatTime={format.shortDay}
          height={140}
          series={[
            {
              name: t('apps.devices.registered'),
              colour: '--good',
              values: counts.map(({ registered }) => registered),
            },
            { name: t('apps.devices.retired'), colour: '--bad', values: counts.map(({ retired }) => retired) },
          ]}
        />
      </Suspense>
    </div>
  );
};
