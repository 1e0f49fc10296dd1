import { Send, Tag } from 'lucide-react';
import { Link } from 'wouter';
import { TagsDocument } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState, PageHeader } from '../../ui/page.js';
import { SubNav } from '../../ui/subnav.js';

const TAGS = defineList({
  query: TagsDocument,
  pageOf: ({ tags }) => tags,
  filters: [{ kind: 'search', name: 'name', label: 'tags.search' }],
  orders: { name: { field: 'NAME', direction: 'ASC' }, newest: { field: 'ID', direction: 'DESC' } },
  toVariables: ({ name }) => ({ where: name === '' ? {} : { nameContains: name } }),
});

/** The title and the tabs that the pages of this folder share. */
export const TagsHeader = () => {
  const { t } = useTranslation();
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
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const maySend = useMay('send') && mayWrite;
  return (
    <>
      <TagsHeader />
      <List
        list={useList(TAGS)}
        label={t('tags.tags')}
        empty={<EmptyState icon={Tag} title={t('tags.none')} text={t('tags.none.text')} />}
        noneFound={<EmptyState title={t('tags.none.narrowed')} text={t('list.widen')} />}
        columns={[
          {
            name: t('tags.tag'),
            cell: ({ name }) => (
              <Link href={`/devices?tag=${encodeURIComponent(name)}`} className="cell-name">
                {name}
              </Link>
            ),
          },
          {
            name: t('nav.devices'),
            isNumber: true,
            cell: ({ deviceCount }) => format.number(deviceCount),
          },
        ]}
        actions={({ name }) =>
          maySend && (
            <LinkButton
              size="small"
              variant="quiet"
              href={`/send?tag=${encodeURIComponent(name)}`}
              aria-label={t('send.toTag', { name })}
              icon={Send}
            >
              {t('send.write')}
            </LinkButton>
          )
        }
      />
    </>
  );
};

export default TagsPage;
