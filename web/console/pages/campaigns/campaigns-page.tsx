import { FileText, Megaphone, SearchX, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import {
  type CampaignRowFragment,
  CampaignsDocument,
  DraftDeleteDocument,
  DraftsDocument,
  type SchedulerState,
  type SchedulerWhereInput,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField, SearchField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { Badge, Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Pager, useCursor } from '../../ui/pager.js';
import { CampaignBadge, KindIcon } from '../../ui/status.js';
import { Table } from '../../ui/table.js';
import { CampaignActions } from './campaign-actions.js';

const PAGE = 25;
const DRAFTS_SHOWN = 3;

type View = 'all' | 'coming' | 'drafts' | 'done' | 'attention' | 'archived';

const VIEWS: Readonly<Record<View, readonly SchedulerState[]>> = {
  all: [],
  coming: ['SCHEDULED', 'LISTENING', 'SENDING'],
  drafts: ['DRAFT'],
  done: ['SENT'],
  attention: ['PAUSED', 'NOTHING_TO_SEND', 'MISSED'],
  archived: ['ARCHIVED'],
};

const VIEW_NAMES = Object.keys(VIEWS) as readonly View[];

const CampaignsPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [view, setView] = useState<View>('all');
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const cursor = useCursor(`${view} ${wanted}`);
  const where = useMemo((): SchedulerWhereInput => {
    const states = VIEWS[view];
    return {
      ...(view === 'all' ? { archived: false } : { status: [...states] }),
      ...(wanted === '' ? {} : { search: wanted }),
    };
  }, [view, wanted]);
  const { data, error, refresh } = usePageQuery(CampaignsDocument, { first: PAGE, after: cursor.after, where });
  const campaigns = data?.schedulers.nodes ?? [];
  const isFiltered = view !== 'all' || wanted !== '';
  return (
    <>
      <PageHeader title={t('nav.campaigns')} lead={t('campaigns.lead')} />
      <div className="toolbar">
        <SearchField label={t('campaigns.search')} value={search} onChange={setSearch} />
        <ChoiceField
          label={t('campaigns.view')}
          isLabelHidden
          look="segments"
          value={view}
          onChange={setView}
          choices={VIEW_NAMES.map((id) => ({ id, name: t(`campaigns.view.${id}`) }))}
        />
      </div>
      {(view === 'all' || view === 'drafts') && wanted === '' && !cursor.hasPrevious && (
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

/** What is still in the composer. */
const Drafts = ({ isWhole }: { readonly isWhole: boolean }) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const { data, refresh } = usePageQuery(DraftsDocument, {});
  const [remove] = useAction(DraftDeleteDocument);
  const all = data?.drafts.nodes ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const drafts = isWhole || isOpen ? all : all.slice(0, DRAFTS_SHOWN);
  if (drafts.length === 0) return null;
  return (
    <Card title={t('campaigns.drafts')} lead={t('campaigns.draftsText')} isFlush>
      <ul className="list-rows">
        {drafts.map(({ id, name, updatedAt }) => (
          <li key={id} className="list-row list-row-head">
            <span className="row">
              <FileText size={16} aria-hidden className="quiet" />
              <Link href={`/campaigns/new?draft=${encodeURIComponent(id)}`} className="cell-name">
                {name}
              </Link>
              <Badge>{t('campaignStatus.DRAFT')}</Badge>
            </span>
            <span className="row quiet">
              {t('campaigns.changed', { when: format.relative(updatedAt) })}
              {mayWrite && (
                <IconButton
                  label={t('action.remove', { name })}
                  size="small"
                  icon={<Trash2 size={15} aria-hidden />}
                  onPress={() => void remove({ id }).then(refresh)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {drafts.length < all.length && (
        <div className="load-more">
          <Button size="small" onPress={() => setIsOpen(true)}>
            {t('campaigns.allDrafts', { count: all.length })}
          </Button>
        </div>
      )}
    </Card>
  );
};
