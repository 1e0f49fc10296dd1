import { AppWindow, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { type AppStateFragment, AppsDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField, SearchField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { Table } from '../../ui/table.js';
import { AppStatus } from './app-status.js';

const PAGE_SIZE = 25;

const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
} as const;

const AppsPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const {
    filters: { archived, name, sort },
    change,
    cursor,
  } = useListAddress(['archived', 'name', 'sort']);
  const nameContains = useDebounced(name);
  const { data, error, isLoading, refresh } = usePageQuery(AppsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    where: { archived: archived === 'yes', ...(nameContains === '' ? {} : { nameContains }) },
    orderBy: orderOf(ORDERS, sort),
  });
  return (
    <>
      <PageHeader title={t('nav.apps')} lead={t('apps.lead')} actions={mayWrite && <NewApp />} />
      <div className="toolbar">
        <SearchField label={t('apps.search')} value={name} onChange={(next) => change({ name: next })} />
        <ChoiceField
          label={t('apps.filter')}
          isLabelHidden
          look="segments"
          value={archived === 'yes' ? 'yes' : 'no'}
          choices={[
            { id: 'no', name: t('apps.filter.active') },
            { id: 'yes', name: t('apps.filter.archived') },
          ]}
          onChange={(next) => change({ archived: next === 'yes' ? 'yes' : '' })}
        />
        <SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card isFlush>
        {isLoading && <Skeleton lines={5} />}
        {data?.apps.nodes.length === 0 && <NoApps isNarrowed={archived === 'yes' || nameContains !== ''} />}
        {data && data.apps.nodes.length > 0 && (
          <>
            <AppTable apps={data.apps.nodes} />
            <Pager cursor={cursor} pageInfo={data.apps.pageInfo} label={t('nav.apps')} />
          </>
        )}
      </Card>
    </>
  );
};

export default AppsPage;

const NewApp = () => {
  const { t } = useWords();
  return (
    <LinkButton href="/apps/new" variant="primary" icon={<Plus size={16} aria-hidden />}>
      {t('apps.new')}
    </LinkButton>
  );
};

const NoApps = ({ isNarrowed }: { readonly isNarrowed: boolean }) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  if (isNarrowed) return <EmptyState title={t('apps.none.narrowed')}>{t('list.widen')}</EmptyState>;
  return (
    <EmptyState icon={<AppWindow size={22} aria-hidden />} title={t('apps.none')} action={mayWrite && <NewApp />}>
      {t('apps.none.text')}
    </EmptyState>
  );
};

const AppTable = ({ apps }: { readonly apps: readonly AppStateFragment[] }) => {
  const { t, format } = useWords();
  return (
    <Table
      label={t('nav.apps')}
      rows={apps}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          name: t('apps.name'),
          cell: ({ id, name, pushProvider }) => (
            <div className="cell-main">
              <Link href={`/apps/${id}`} className="cell-name">
                {name}
              </Link>
              <span className="cell-about">{t(`provider.${pushProvider}`)}</span>
            </div>
          ),
        },
        { id: 'status', name: t('apps.status'), cell: (app) => <AppStatus app={app} /> },
        {
          id: 'devices',
          name: t('apps.devices'),
          isNumber: true,
          cell: ({ deviceCount }) => format.number(deviceCount),
        },
      ]}
    />
  );
};
