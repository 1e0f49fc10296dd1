import { AppWindow, Plus } from 'lucide-react';
import { AppsDocument } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState, PageHeader } from '../../ui/page.js';
import { NAMED_ORDERS } from '../../ui/sort-field.js';
import { NameCell } from '../../ui/table.js';
import { AppStatus } from './app-status.js';

const APPS = defineList({
  query: AppsDocument,
  pageOf: ({ apps }) => apps,
  filters: [
    { kind: 'search', name: 'name', label: 'apps.search' },
    { kind: 'switch', name: 'archived', label: 'apps.filter', choices: ['apps.filter.active', 'apps.filter.archived'] },
  ],
  orders: NAMED_ORDERS,
  toVariables: ({ archived, name }) => ({
    where: { archived: archived === 'yes', ...(name === '' ? {} : { nameContains: name }) },
  }),
});

const AppsPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const create = mayWrite && (
    <LinkButton href="/apps/new" variant="primary" icon={Plus}>
      {t('apps.new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('nav.apps')} lead={t('apps.lead')} actions={create} />
      <List
        list={useList(APPS)}
        label={t('nav.apps')}
        empty={<EmptyState icon={AppWindow} title={t('apps.none')} action={create} text={t('apps.none.text')} />}
        noneFound={<EmptyState title={t('apps.none.narrowed')} text={t('list.widen')} />}
        columns={[
          {
            name: t('apps.name'),
            cell: ({ id, name, pushProvider }) => (
              <NameCell href={`/apps/${id}`} name={name} about={t(`provider.${pushProvider}`)} />
            ),
          },
          { name: t('apps.status'), cell: (app) => <AppStatus app={app} /> },
          {
            name: t('apps.devices'),
            isNumber: true,
            cell: ({ deviceCount }) => format.number(deviceCount),
          },
        ]}
      />
    </>
  );
};

export default AppsPage;
