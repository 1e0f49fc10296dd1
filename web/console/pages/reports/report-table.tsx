import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ReportDimension, ReportNumbersFragment, ReportQuery } from '../../graph/generated/graphql.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { changeOf, hasShare, MEASURES, type ShownMeasure } from './measures.js';

export type ReportRow = ReportQuery['report']['rows'][number];

const HREFS: Partial<Readonly<Record<ReportDimension, string>>> = {
  CAMPAIGN: '/campaigns',
  APPLICATION: '/apps',
  RUN: '/runs',
};

/** The rows of variants that are no push. */
const ARMS: ReadonlyMap<string, MessageKey> = new Map([
  ['-1', 'reports.arm.control'],
  ['-2', 'reports.arm.holdout'],
  ['-3', 'reports.arm.rollout'],
] as const);

interface TableProps {
  readonly by: ReportDimension;
  readonly rows: readonly ReportRow[];
  readonly zone: string;
  readonly sort: string;
  readonly onSort: (measure: string) => void;
}

/** The rows of a report. A button in each head sorts by its measure. */
export const ReportTable = ({ by, rows, zone, sort, onSort }: TableProps) => {
  const { t } = useTranslation();
  const label = t(`reports.by.${by}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table report-table">
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {MEASURES.map(({ name }) => (
              <th key={name} scope="col" data-number aria-sort={sort === name ? 'descending' : undefined}>
                <Button size="small" variant="quiet" onPress={() => onSort(sort === name ? '' : name)}>
                  {t(`reports.measure.${name}`)}
                  {sort === name && <ArrowDown size={13} aria-hidden />}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName by={by} row={row} zone={zone} />
              </th>
              {MEASURES.map((measure) => (
                <td key={measure.name} data-number>
                  <Count measure={measure} values={row.values} previous={row.previous} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const RowName = ({ by, row, zone }: Pick<TableProps, 'by' | 'zone'> & { readonly row: ReportRow }) => {
  const { t, format } = useTranslation();
  const { key, id, name, startsAt } = row;
  const href = HREFS[by];
  const words = (): ReactNode => {
    if (by === 'DAY') return format.fullDay(name ?? '');
    if (by === 'LANGUAGE') return key === '' ? t('reports.none.LANGUAGE') : format.language(key);
    if (by === 'RUN') return name ?? t('reports.sentAtOnce');
    if (key === '0') return t(`reports.none.${by}`);
    const arm = by === 'VARIANT' ? ARMS.get(key) : undefined;
    if (arm) return t(arm);
    return name ?? (id ? t('reports.number', { number: key }) : t('reports.deleted', { number: key }));
  };
  return (
    <div className="cell-main">
      {href && id ? (
        <Link href={`${href}/${id}`} className="cell-name">
          {words()}
        </Link>
      ) : (
        <span className="cell-name">{words()}</span>
      )}
      {by === 'RUN' && startsAt && <span className="cell-about">{format.fullDateTime(startsAt, zone)}</span>}
    </div>
  );
};

const Count = ({
  measure: { name, isBad },
  values,
  previous,
}: {
  readonly measure: ShownMeasure;
  readonly values: ReportNumbersFragment;
  readonly previous: ReportNumbersFragment | null | undefined;
}) => {
  const { t, format } = useTranslation();
  const count = values[name];
  const share = hasShare(name) ? values[`${name}Share`] : null;
  if (count === null) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('reports.unknown')}</span>
      </>
    );
  }
  return (
    <div className="report-count">
      <span>{format.number(count)}</span>
      <span className="cell-about">{share === null ? '' : format.percent(share)}</span>
      <Change change={changeOf(count, previous?.[name])} isBad={isBad} />
    </div>
  );
};

/** The change against the period before, in words for screen readers too. */
export const Change = ({ change, isBad }: { readonly change: number | null; readonly isBad: boolean }) => {
  const { t, format } = useTranslation();
  if (change === null) return null;
  const rounded = Math.round(Math.abs(change) * 1_000) / 1_000;
  if (rounded === 0) return <span className="report-change">{t('reports.change.same')}</span>;
  const isGood = change > 0 !== isBad;
  return (
    <span className="report-change" data-tone={isGood ? 'good' : 'bad'}>
      {t(change > 0 ? 'reports.change.more' : 'reports.change.less', { share: format.percent(rounded) })}
    </span>
  );
};
