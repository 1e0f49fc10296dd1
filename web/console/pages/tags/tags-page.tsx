import { Tag } from 'lucide-react';
import { Link } from 'wouter';
import { TagsDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useDebounced } from '../../ui/debounce.js';
import { SearchField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { SubNav } from '../../ui/subnav.js';
import { Table } from '../../ui/table.js';

const PAGE_SIZE = 25;
const ORDERS = { name: { field: 'NAME', direction: 'ASC' }, newest: { field: 'ID', direction: 'DESC' } } as const;

/** The parts that this page and its neighbours share. */
export const TagsHeader = () => {
  const { t } = useWords();
  return (
    <>
      <PageHeader title={t('nav.tags')} lead={t('tags.lead')} />
      <SubNav
        label={t('nav.tags')}
        places={[
          { href: '/tags', name: t('tags.tags') },
          { href: '/tags/groups', name: t('tags.groups') },
          { href: '/tags/app-groups', name: t('tags.appGroups') },
          { href: '/tags/events', name: t('events.events') },
        ]}
      />
    </>
  );
};

const TagsPage = () => {
  const { t, format } = useWords();
  const {
    filters: { name, sort },
    change,
    cursor,
  } = useListAddress(['name', 'sort']);
  const nameContains = useDebounced(name.trim());
  const { data, error, isLoading, refresh } = usePageQuery(TagsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    where: nameContains === '' ? {} : { nameContains },
    orderBy: orderOf(ORDERS, sort),
  });
  return (
    <>
      <TagsHeader />
      <div className="toolbar">
        <SearchField label={t('tags.search')} value={name} onChange={(next) => change({ name: next })} />
        <SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card isFlush>
        {isLoading && <Skeleton lines={5} />}
        {data?.tags.nodes.length === 0 && nameContains !== '' && (
          <EmptyState title={t('tags.none.narrowed')}>{t('list.widen')}</EmptyState>
        )}
        {data?.tags.nodes.length === 0 && nameContains === '' && (
          <EmptyState icon={<Tag size={22} aria-hidden />} title={t('tags.none')}>
            {t('tags.none.text')}
          </EmptyState>
        )}
        {data && data.tags.nodes.length > 0 && (
          <>
            <Table
              label={t('tags.tags')}
              rows={data.tags.nodes}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'name',
                  name: t('tags.tag'),
                  cell: (tag) => (
                    <Link href={`/devices?tag=${encodeURIComponent(tag.name)}`} className="cell-name">
                      {tag.name}
                    </Link>
                  ),
                },
                {
                  id: 'devices',
                  name: t('nav.devices'),
                  isNumber: true,
                  cell: ({ deviceCount }) => format.number(deviceCount),
                },
              ]}
            />
            <Pager cursor={cursor} pageInfo={data.tags.pageInfo} label={t('tags.tags')} />
          </>
        )}
      </Card>
    </>
  );
};

export default TagsPage;
