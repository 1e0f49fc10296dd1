import { Megaphone, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import {
  type CampaignRowFragment,
  CampaignsDocument,
  type SchedulerKind,
  type SchedulerState,
  type SchedulerWhereInput,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField, SearchField, SelectField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { CampaignBadge, KindIcon } from '../../ui/status.js';
import { Table } from '../../ui/table.js';
import { CampaignActions } from './campaign-actions.js';
import { Drafts } from './drafts.js';

const PAGE = 25;

type View = 'all' | 'coming' | 'drafts' | 'done' | 'attention' | 'archived';

const VIEWS: Readonly<Record<View, readonly SchedulerState[]>> = {
  all: [],
  coming: ['SCHEDULED', 'LISTENING', 'SENDING'],
  drafts: ['DRAFT'],
  done: ['SENT'],
  attention: ['PAUSED', 'NOTHING_TO_SEND', 'MISSED'],
  archived: ['ARCHIVED'],
};

const KINDS: readonly SchedulerKind[] = ['ONE_TIME', 'WEEKLY', 'AUTO_PUSH'];
const ALL_KINDS = 'all';
const ORDERS = {
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
} as const;

const VIEW_NAMES = Object.keys(VIEWS) as readonly View[];

const CampaignsPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const { filters, change, cursor } = useListAddress(['view', 'search', 'kind', 'sort']);
  const { search, sort } = filters;
  const view = VIEW_NAMES.find((name) => name === filters.view) ?? 'all';
  const kind = KINDS.find((name) => name === filters.kind) ?? null;
  const wanted = useDebounced(search.trim());
  const where = useMemo((): SchedulerWhereInput => {
    const states = VIEWS[view];
    return {
      ...(view === 'all' ? { archived: false } : { status: [...states] }),
      ...(wanted === '' ? {} : { search: wanted }),
      ...(kind === null ? {} : { kind: [kind] }),
    };
  }, [view, wanted, kind]);
  const { data, error, refresh } = usePageQuery(CampaignsDocument, {
    first: PAGE,
    after: cursor.after,
    where,
    orderBy: orderOf(ORDERS, sort),
  });
  const campaigns = data?.schedulers.nodes ?? [];
  const isFiltered = view !== 'all' || wanted !== '' || kind !== null;
  return (
    <>
      <PageHeader title={t('nav.campaigns')} lead={t('campaigns.lead')} />
      <div className="toolbar">
        <SearchField label={t('campaigns.search')} value={search} onChange={(next) => change({ search: next })} />
        <ChoiceField
          label={t('campaigns.view')}
          isLabelHidden
          look="segments"
          value={view}
          onChange={(next) => change({ view: next === 'all' ? '' : next })}
          choices={VIEW_NAMES.map((id) => ({ id, name: t(`campaigns.view.${id}`) }))}
        />
        <SelectField
          label={t('campaigns.kind')}
          isLabelHidden
          value={kind ?? ALL_KINDS}
          options={[
            { id: ALL_KINDS, name: t('campaigns.kind.all') },
            ...KINDS.map((id) => ({ id, name: t(`kind.${id}`) })),
          ]}
          onChange={(next) => change({ kind: next === ALL_KINDS ? '' : next })}
        />
        <SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />
      </div>
      {(view === 'all' || view === 'drafts') && wanted === '' && kind === null && !cursor.hasPrevious && (
        <Drafts isWhole={view === 'drafts'} />
      )}
      {error && !data && <ErrorNote error={error} onRetry={refresh} />}
      <Card isFlush={Boolean(data)}>
        {!data ? (
          <Skeleton lines={6} />
        ) : campaigns.length === 0 ? (
          isFiltered ? (
            <EmptyState icon={<SearchX size={22} aria-hidden />} title={t('campaigns.noneFound')}>
              {t('campaigns.noneFoundText')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<Megaphone size={22} aria-hidden />}
              title={t('campaigns.empty')}
              action={mayWrite && <LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
            >
              {t('campaigns.emptyText')}
            </EmptyState>
          )
        ) : (
          <>
            <CampaignTable campaigns={campaigns} onChanged={refresh} />
            <Pager cursor={cursor} pageInfo={data.schedulers.pageInfo} label={t('nav.campaigns')} />
          </>
        )}
      </Card>
    </>
  );
};

export default CampaignsPage;

const CampaignTable = ({
  campaigns,
  onChanged,
}: {
  readonly campaigns: readonly CampaignRowFragment[];
  readonly onChanged: () => void;
}) => {
  const { t, format } = useWords();
  return (
    <Table
      label={t('nav.campaigns')}
      rows={campaigns}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          name: t('campaigns.column.name'),
          cell: ({ id, name, preview, kind }) => (
            <div className="cell-with-icon">
              <KindIcon kind={kind} />
              <div className="cell-main">
                <Link href={`/campaigns/${id}`} className="cell-name">
                  {name}
                </Link>
                {preview && preview !== name && <span className="cell-about">{preview}</span>}
              </div>
            </div>
          ),
        },
        { id: 'status', name: t('campaigns.column.status'), cell: ({ status }) => <CampaignBadge status={status} /> },
        {
          id: 'when',
          name: t('campaigns.column.when'),
          isMinor: true,
          cell: ({ nextDueAt, lastRun }) =>
            nextDueAt ? (
              <span title={format.dateTime(nextDueAt)}>{format.relative(nextDueAt)}</span>
            ) : lastRun ? (
              <span className="quiet">{format.dateTime(lastRun.dueAt)}</span>
            ) : (
              <span className="quiet">–</span>
            ),
        },
        {
          id: 'sent',
          name: t('campaigns.column.sent'),
          isNumber: true,
          isMinor: true,
          cell: ({ lastRun }) => (lastRun ? format.number(lastRun.counts.sent) : '–'),
        },
        {
          id: 'actions',
          name: t('action.actions'),
          isNameHidden: true,
          cell: (campaign) => <CampaignActions campaign={campaign} onChanged={onChanged} />,
        },
      ]}
    />
  );
};
