import { Megaphone, SearchX } from 'lucide-react';
import { CampaignsDocument, type SchedulerKind, type SchedulerState } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState, PageHeader } from '../../ui/page.js';
import { NAMED_ORDERS } from '../../ui/sort-field.js';
import { CampaignBadge, KindIcon } from '../../ui/status.js';
import { NameCell } from '../../ui/table.js';
import { CampaignActions } from './campaign-actions.js';
import { Drafts } from './drafts.js';

/** The states of the campaigns in each view; all others are in "all". */
const VIEWS: Readonly<Record<string, readonly SchedulerState[]>> = {
  coming: ['SCHEDULED', 'LISTENING', 'SENDING'],
  drafts: ['DRAFT'],
  done: ['SENT'],
  attention: ['PAUSED', 'NOTHING_TO_SEND', 'MISSED'],
  archived: ['ARCHIVED'],
};

const VIEW_NAMES = ['all', 'coming', 'drafts', 'done', 'attention', 'archived'] as const;

const CAMPAIGNS = defineList({
  query: CampaignsDocument,
  pageOf: ({ schedulers }) => schedulers,
  filters: [
    { kind: 'search', name: 'search', label: 'campaigns.search' },
    {
      kind: 'segments',
      name: 'view',
      label: 'campaigns.view',
      choices: VIEW_NAMES.map((view) => [view, `campaigns.view.${view}`] as const),
    },
    {
      kind: 'select',
      name: 'kind',
      label: 'campaigns.kind',
      choices: [
        ['all', 'campaigns.kind.all'],
        ['ONE_TIME', 'kind.ONE_TIME'],
        ['WEEKLY', 'kind.WEEKLY'],
        ['AUTO_PUSH', 'kind.AUTO_PUSH'],
      ],
    },
  ],
  orders: { changed: NAMED_ORDERS.changed, name: NAMED_ORDERS.name, newest: NAMED_ORDERS.newest },
  toVariables: ({ view, search, kind }) => {
    const status = VIEWS[view];
    return {
      where: {
        ...(status === undefined ? { archived: false } : { status: [...status] }),
        ...(search === '' ? {} : { search }),
        ...(kind === 'all' ? {} : { kind: [kind as SchedulerKind] }),
      },
    };
  },
});

const CampaignsPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const list = useList(CAMPAIGNS);
  const { view, search, kind } = list.values;
  const hasDrafts = (view === 'all' || view === 'drafts') && search.trim() === '' && kind === 'all';
  return (
    <>
      <PageHeader title={t('nav.campaigns')} lead={t('campaigns.lead')} />
      <List
        list={list}
        label={t('nav.campaigns')}
        lines={6}
        empty={
          <EmptyState
            icon={Megaphone}
            title={t('campaigns.empty')}
            action={mayWrite && <LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
            text={t('campaigns.emptyText')}
          />
        }
        noneFound={<EmptyState icon={SearchX} title={t('campaigns.noneFound')} text={t('campaigns.noneFoundText')} />}
        columns={[
          {
            name: t('campaigns.column.name'),
            cell: ({ id, name, preview, kind }) => (
              <div className="cell-with-icon">
                <KindIcon kind={kind} />
                <NameCell href={`/campaigns/${id}`} name={name} about={preview && preview !== name && preview} />
              </div>
            ),
          },
          { name: t('campaigns.column.status'), cell: ({ status }) => <CampaignBadge status={status} /> },
          {
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
            name: t('campaigns.column.sent'),
            isNumber: true,
            isMinor: true,
            cell: ({ lastRun }) => (lastRun ? format.number(lastRun.counts.sent) : '–'),
          },
        ]}
        actions={(campaign) => <CampaignActions campaign={campaign} onChanged={list.refresh} />}
      >
        {hasDrafts && !list.cursor.hasPrevious && <Drafts isWhole={view === 'drafts'} />}
      </List>
    </>
  );
};

export default CampaignsPage;
