import { Filter, Plus, Send } from 'lucide-react';
import { SegmentsDocument } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState, PageHeader } from '../../ui/page.js';
import { NameCell } from '../../ui/table.js';
import { useTreeInWords } from './words.js';

const SEGMENTS = defineList({
  query: SegmentsDocument,
  pageOf: ({ segments }) => segments,
  filters: [{ kind: 'search', name: 'name', label: 'segments.search' }],
  orders: {
    changed: { field: 'UPDATED_AT', direction: 'DESC' },
    name: { field: 'NAME', direction: 'ASC' },
    newest: { field: 'ID', direction: 'DESC' },
  },
  toVariables: ({ name }) => ({ where: name === '' ? {} : { nameContains: name } }),
});

/** Saved audiences. */
const SegmentsPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const inWords = useTreeInWords();
  const create = mayWrite && (
    <LinkButton href="/segments/new" variant="primary" icon={Plus}>
      {t('segments.new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('nav.segments')} lead={t('segments.lead')} actions={create} />
      <List
        list={useList(SEGMENTS)}
        label={t('nav.segments')}
        empty={<EmptyState icon={Filter} title={t('segments.none')} text={t('segments.none.text')} />}
        noneFound={<EmptyState title={t('segments.none.narrowed')} text={t('list.widen')} />}
        columns={[
          {
            name: t('segments.segment'),
            cell: ({ id, name, description, tree }) => (
              <NameCell href={`/segments/${id}`} name={name} about={description || inWords(tree)} />
            ),
          },
          { name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
        ]}
        actions={({ id, name }) =>
          mayWrite && (
            <LinkButton
              size="small"
              variant="quiet"
              href={`/campaigns/new?segment=${encodeURIComponent(id)}`}
              aria-label={t('segments.campaignTo', { name })}
              icon={Send}
            >
              {t('segments.campaign')}
            </LinkButton>
          )
        }
      />
    </>
  );
};

export default SegmentsPage;
