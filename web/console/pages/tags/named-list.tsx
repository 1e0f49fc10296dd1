import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { List, type ListState } from '../../ui/list.js';
import { type Action, ActionMenu } from '../../ui/menu.js';
import type { Column } from '../../ui/table.js';
import { TagsHeader } from './tags-page.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A list whose items are created, edited and deleted on the same page. */
export const NamedList = <Name extends string, Line extends Named>({
  title,
  lead,
  list,
  empty,
  columns,
  create,
  actionsOf,
  renderDialog,
  deleteText,
  onDelete,
}: {
  readonly title: string;
  readonly lead: string;
  readonly list: ListState<Name, Line>;
  readonly empty: ReactNode;
  readonly columns: readonly Column<Line>[];
  /** The label of the button that creates an item; null hides it. */
  readonly create: string | null;
  /** The actions between "Edit" and "Delete"; null hides the menu. */
  readonly actionsOf: (line: Line) => readonly Action[] | null;
  /** Renders the form of an item, or of a new one for null. */
  readonly renderDialog: (line: Line | null, onClose: () => void) => ReactNode;
  readonly deleteText: string;
  readonly onDelete: (id: string) => Promise<unknown>;
}) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const [edited, setEdited] = useState<Line | 'new' | null>(null);
  const { askToDelete, dialog } = useConfirm();
  const confirmDelete = ({ id, name }: Line) =>
    askToDelete({
      title: t('tags.delete.title', { name }),
      text: deleteText,
      onConfirm: () => onDelete(id),
    });
  const toMenu = (line: Line): ReactNode => {
    const own = mayWrite ? actionsOf(line) : null;
    if (own === null) return null;
    return (
      <ActionMenu
        label={t('tags.actionsOf', { name: line.name })}
        actions={[
          { name: t('tags.edit'), onAction: () => setEdited(line) },
          ...own,
          { name: t('action.delete'), isDangerous: true, onAction: () => confirmDelete(line) },
        ]}
      />
    );
  };
  const button = mayWrite && create !== null && (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {create}
    </Button>
  );
  return (
    <>
      <TagsHeader />
      <List
        list={list}
        label={title}
        card={{ title, lead, aside: button }}
        lines={4}
        empty={empty}
        columns={columns}
        actions={toMenu}
      />
      {edited !== null && renderDialog(edited === 'new' ? null : edited, () => setEdited(null))}
      {dialog}
    </>
  );
};
