import { ChartColumn, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import {
  HeatMapFileDocument,
  type ReportDimension,
  ReportDocument,
  ReportFileDocument,
  type ReportQuery,
  type ReportQueryVariables,
  RunsFileDocument,
} from '../../graph/generated/graphql.js';
import { messagesOf, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, EmptyState, ErrorNote, PageHeader, Skeleton, Stat, Stats } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { showToast } from '../../ui/toast.js';
import { ZoneField } from '../calendar/zone-field.js';
import { dayIn } from '../calendar/zoned-days.js';
import { AppFilter } from '../devices/app-filter.js';
import { DaysChart, MAX_PLOTTED_DAYS } from './days-chart.js';
import { HeatMap } from './heat-map.js';
import { changeOf, hasShare, MEASURES } from './measures.js';
import { PeriodFields } from './period-fields.js';
import { daysOfPreset, listDays, readPreset, toPeriod } from './periods.js';
import { Change, ReportTable } from './report-table.js';

const DIMENSIONS = [
  'CAMPAIGN',
  'PUSH',
  'VARIANT',
  'CATEGORY',
  'APPLICATION',
  'LANGUAGE',
  'RUN',
  'DAY',
] as const satisfies ReportDimension[];
const NAMES = ['by', 'period', 'from', 'to', 'zone', 'app', 'sort'] as const;
const ROWS = 50;

/** Counts messages and their effects over any period, divided by one dimension. */
const ReportsPage = () => {
  const { t } = useTranslation();
  const { filters, change, cursor } = useListAddress(NAMES, 'offset');
  const [ownZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zone =
    Intl.supportedValuesOf('timeZone').includes(filters.zone) || filters.zone === 'UTC' ? filters.zone : ownZone;
  const by = DIMENSIONS.find((name) => name === filters.by) ?? 'CAMPAIGN';
  const [now] = useState(Date.now);
  const today = dayIn(now, zone);
  const preset = readPreset(filters.period);
  const days = daysOfPreset(preset, today, { from: filters.from, to: filters.to });
  const scope = { period: toPeriod(days, zone), where: filters.app === '' ? null : { appId: filters.app } };
  const sorted = MEASURES.find(({ name }) => name === filters.sort);
  const variables: ReportQueryVariables = {
    ...{ ...scope, by, first: ROWS, offset: Number(cursor.after ?? 0) || 0 },
    orderBy: sorted ? { measure: sorted.order, direction: 'DESC' } : null,
  };
  const { data, error, isPrevious, refresh } = usePageQuery(ReportDocument, variables);
  const report = data?.report;
  const shownBy = useLatest(by, !isPrevious);
  const next = variables.offset + ROWS;
  const pageInfo = { hasNextPage: next < (report?.rowCount ?? 0), endCursor: String(next) };
  return (
    <>
      <PageHeader title={t('nav.reports')} lead={t('reports.lead')} actions={<Files scope={scope} by={by} />} />
      <div className="toolbar report-toolbar">
        <PeriodFields preset={preset} days={days} today={today} onChange={change} />
        <ZoneField
          value={zone}
          own={ownZone}
          onChange={(chosen) => change({ zone: chosen === ownZone ? '' : chosen })}
        />
        <AppFilter value={filters.app} onChange={(app) => change({ app })} />
      </div>
      {error && !report && <ErrorNote error={error} onRetry={refresh} />}
      {!report && !error && <Skeleton lines={6} />}
      {report && (
        <>
          <Totals report={report} />
          {listDays(days).length <= MAX_PLOTTED_DAYS && <DaysChart {...scope} days={days} />}
          <ChoiceField
            label={t('reports.by')}
            isLabelHidden
            look="segments"
            value={by}
            choices={DIMENSIONS.map((id) => ({ id, name: t(`reports.by.${id}`) }))}
            onChange={(id) => change({ by: id === 'CAMPAIGN' ? '' : id })}
          />
          <Card isFlush={report.rows.length > 0}>
            {report.rows.length === 0 ? (
              <EmptyState icon={ChartColumn} title={t('reports.none')} text={t('reports.none.text')} />
            ) : (
              <ReportTable
                by={shownBy}
                rows={report.rows}
                zone={zone}
                sort={sorted?.name ?? ''}
                onSort={(sort) => change({ sort })}
              />
            )}
          </Card>
          <Pager cursor={cursor} pageInfo={pageInfo} label={t('nav.reports')} />
          <HeatMap {...scope} />
        </>
      )}
    </>
  );
};

export default ReportsPage;

/** The latest value that was good. The rows of the last dimension stay until those of the next have come. */
const useLatest = <Value,>(value: Value, isGood: boolean): Value => {
  const latest = useRef(value);
  if (isGood) latest.current = value;
  return latest.current;
};

const Totals = ({ report }: { readonly report: ReportQuery['report'] }) => {
  const { t, format } = useTranslation();
  const { totals, previousTotals, completeFrom, previousPeriod } = report;
  return (
    <>
      {completeFrom && (
        <Banner kind="warn" title={t('reports.incomplete')}>
          {t('reports.incomplete.text', { date: format.dateTime(completeFrom) })}
        </Banner>
      )}
      <Card
        title={t('reports.totals')}
        lead={
          previousPeriod &&
          t('reports.totals.lead', {
            from: format.date(previousPeriod.from),
            // The period ends before this instant.
            to: format.date(Date.parse(previousPeriod.to) - 1),
          })
        }
      >
        <div className="report-totals">
          <Stats>
            {MEASURES.map(({ name, isBad }) => {
              const count = totals[name];
              const share = hasShare(name) ? totals[`${name}Share`] : null;
              return (
                <Stat
                  key={name}
                  name={t(`reports.measure.${name}`)}
                  value={count === null ? '–' : format.number(count)}
                  about={
                    <span className="report-about">
                      {share !== null && hasShare(name) && name !== 'sent' && (
                        <span>{t(`reports.share.${name}`, { share: format.percent(share) })}</span>
                      )}
                      <Change change={changeOf(count, previousTotals?.[name])} isBad={isBad} />
                      <span>{count === null ? t('reports.unknown') : t(`reports.about.${name}`)}</span>
                    </span>
                  }
                />
              );
            })}
          </Stats>
        </div>
      </Card>
    </>
  );
};

type Scope = Pick<ReportQueryVariables, 'period' | 'where'>;

/** Downloads as CSV. The address is signed for an hour, so it is asked for only now. */
const Files = ({ scope, by }: { readonly scope: Scope; readonly by: ReportDimension }) => {
  const { t } = useTranslation();
  const client = useClient();
  const download = async <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    urlOf: (data: Data) => string,
  ) => {
    const { data, error } = await client.query(document, variables, { requestPolicy: 'network-only' }).toPromise();
    if (error) showToast({ kind: 'bad', text: messagesOf(t, error).join(' ') });
    else if (data) location.assign(urlOf(data));
  };
  const files = {
    report: () => download(ReportFileDocument, { ...scope, by }, ({ reportExport }) => reportExport.url),
    heatMap: () => download(HeatMapFileDocument, scope, ({ clickHeatMapExport }) => clickHeatMapExport.url),
    runs: () => download(RunsFileDocument, { period: scope.period }, ({ runsExport }) => runsExport.url),
  };
  return (
    <>
      <Button icon={Download} onPress={() => void files.report()}>
        {t('reports.csv')}
      </Button>
      <ActionMenu
        label={t('reports.files')}
        actions={[
          { name: t('reports.csv.heat'), onAction: () => void files.heatMap() },
          { name: t('reports.csv.runs'), onAction: () => void files.runs() },
        ]}
      />
    </>
  );
};
