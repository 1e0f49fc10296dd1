import { Plus, Shapes } from 'lucide-react';
import { useState } from 'react';
import {
  CategoriesDocument,
  CategoryDeleteDocument,
  type CategoryLineFragment,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useLanguage, useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { defineList, List, useList } from '../../ui/list.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, EmptyState, PageHeader } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { CategoryDialog } from './category-dialog.js';
import { textInLanguage } from './texts.js';

const CATEGORIES = defineList({
  query: CategoriesDocument,
  pageOf: ({ categories }) => categories,
  orders: {
    name: { field: 'KEY', direction: 'ASC' },
    changed: { field: 'UPDATED_AT', direction: 'DESC' },
    newest: { field: 'ID', direction: 'DESC' },
  },
});

/** What messages are about, and which of them users can turn off. */
const CategoriesPage = () => {
  const { t } = useTranslation();
  const language = useLanguage();
  const mayWrite = useMay('write');
  const [edited, setEdited] = useState<CategoryLineFragment | 'new' | null>(null);
  const [remove] = useAction(CategoryDeleteDocument, { quiet: true });
  const { askToDelete, dialog } = useConfirm();
  const nameOf = ({ names, key }: CategoryLineFragment) => textInLanguage(names, language) || key;
  const confirmDelete = (category: CategoryLineFragment) =>
    askToDelete({
      title: t('tags.delete.title', { name: nameOf(category) }),
      text: t('categories.delete.text'),
      onConfirm: async () => {
        const answer = await remove({ id: category.id });
        if (answer.ok) return;
        for (const { code, message } of answer.errors) {
          showToast({ kind: 'bad', text: code === 'CONFLICT' ? t('categories.inUse') : message });
        }
      },
    });
  return (
    <>
      <PageHeader
        title={t('nav.categories')}
        lead={t('categories.lead')}
        actions={
          mayWrite && (
            <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
              {t('categories.new')}
            </Button>
          )
        }
      />
      <List
        list={useList(CATEGORIES)}
        label={t('nav.categories')}
        empty={<EmptyState icon={Shapes} title={t('categories.none')} text={t('categories.none.text')} />}
        columns={[
          {
            name: t('categories.category'),
            cell: (category) => (
              <div className="cell-main">
                <span className="cell-name">{nameOf(category)}</span>
                <code className="cell-about">{category.key}</code>
              </div>
            ),
          },
          { name: t('categories.kind'), cell: ({ kind }) => t(`categories.kind.${kind}`) },
          {
            name: t('categories.default'),
            isMinor: true,
            cell: ({ kind, default: start }) =>
              kind === 'TRANSACTIONAL' ? t('categories.always') : t(`categories.default.${start}`),
          },
          {
            name: t('categories.listed'),
            isMinor: true,
            cell: ({ listed }) =>
              listed ? (
                <Badge tone="good">{t('categories.listed.yes')}</Badge>
              ) : (
                <Badge>{t('categories.listed.no')}</Badge>
              ),
          },
        ]}
        actions={(category) =>
          mayWrite && (
            <ActionMenu
              label={t('tags.actionsOf', { name: nameOf(category) })}
              actions={[
                { name: t('tags.edit'), onAction: () => setEdited(category) },
                { name: t('action.delete'), isDangerous: true, onAction: () => confirmDelete(category) },
              ]}
            />
          )
        }
      />
      {edited !== null && (
        <CategoryDialog category={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {dialog}
    </>
  );
};

export default CategoriesPage;
