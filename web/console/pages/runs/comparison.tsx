import { RunForComparisonDocument, type RunForComparisonQuery } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { SelectField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import type { RunDetail } from './run-page.js';

type Compared = NonNullable<RunForComparisonQuery['run']>;

/** Compares the run with another one of the same campaign. */
export const Comparison = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const others = (run.scheduler?.runs.nodes ?? []).filter(({ id }) => id !== run.id);
  const { filters, change } = useListAddress(['with']);
  const otherId = (others.find(({ id }) => id === filters.with) ?? others[0])?.id ?? '';
  const { data, error, isLoading, refresh } = usePageQuery(
    RunForComparisonDocument,
    { id: otherId },
    { pause: otherId === '' },
  );
  if (others.length === 0) return <EmptyState title={t('runs.compare.none')} text={t('runs.compare.none.text')} />;
  return (
    <div className="stack">
      <SelectField
        label={t('runs.compare.with')}
        value={otherId}
        options={others.map(({ id, dueAt, status }) => ({
          id,
          name: format.fullDateTime(dueAt),
          about: t(`runStatus.${status}`),
        }))}
        onChange={(id) => change({ with: id })}
      />
      {isLoading && <Skeleton lines={4} />}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      {data?.run && <Beside one={run} other={data.run} />}
    </div>
  );
};

const Beside = ({ one, other }: { readonly one: Compared; readonly other: Compared }) => {
  const { t, format } = useTranslation();
  const share = (part: number, whole: number) => (whole === 0 ? '–' : format.percent(part / whole));
  const lines: readonly (readonly [string, (run: Compared) => string])[] = [
    [t('runs.total'), ({ counts }) => format.number(counts.total)],
    [t('runs.shareOf', { what: t('outcome.SENT') }), ({ counts }) => share(counts.sent, counts.total)],
    [
      t('runs.shareOf', { what: t('outcome.FAILED') }),
      ({ counts }) => share(counts.failed + counts.invalidToken + counts.expired, counts.total),
    ],
    [
      t('runs.shareOf', { what: t('runs.delivered') }),
      ({ counts, receiptCounts }) => share(receiptCounts.delivered, counts.sent),
    ],
    [
      t('runs.shareOf', { what: t('runs.clicked') }),
      ({ counts, receiptCounts }) => share(receiptCounts.clicked, counts.sent),
    ],
    [
      t('runs.shareOf', { what: t('runs.dismissed') }),
      ({ counts, receiptCounts }) => share(receiptCounts.dismissed, counts.sent),
    ],
    [
      t('runs.duration'),
      ({ startedAt, finishedAt }) =>
        startedAt && finishedAt ? format.duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000) : '–',
    ],
  ];
  return (
    <Table
      label={t('runs.compare')}
      rows={lines}
      keyOf={([name]) => name}
      columns={[
        { name: t('runs.compare.what'), cell: ([name]) => name },
        { name: t('runs.compare.this'), isNumber: true, cell: ([, of]) => of(one) },
        { name: format.date(other.dueAt), isNumber: true, cell: ([, of]) => of(other) },
      ]}
    />
  );
};
