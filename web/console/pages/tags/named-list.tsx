import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CombinedError } from 'urql';
import type { Answer, UserErrorOfAnswer } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { type Action, ActionMenu } from '../../ui/menu.js';
import { Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { type Cursor, Pager } from '../../ui/pager.js';
import { type Column, Table } from '../../ui/table.js';
import { TagsHeader } from './tags-page.js';

export const PAGE_SIZE = 25;

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface NamedListProps<Line extends Named> {
  readonly title: string;
  readonly lead: string;
  /** What is above the list, such as which part of it is shown. */
  readonly toolbar?: ReactNode;
  readonly query: {
    readonly error: CombinedError | undefined;
    readonly isLoading: boolean;
    readonly refresh: () => void;
  };
  /** undefined before the first answer. */
  readonly page:
    | {
        readonly nodes: readonly Line[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
      }
    | undefined;
  readonly cursor: Cursor;
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string };
  readonly columns: readonly Column<Line>[];
  /** What the button says that makes a new one; null: none is made here. */
  readonly create: string | null;
  /** What can be done with a line between changing and deleting it; null: nothing at all. */
  readonly actionsOf: (line: Line) => readonly Action[] | null;
  readonly renderDialog: (line: Line | null, onClose: () => void) => ReactNode;
  readonly deleteText: string;
  readonly onDelete: (id: string) => Promise<unknown>;
}

/** Things with a name that are made, changed and deleted on one page: groups of tags and of applications, events. */
export const NamedList = <Line extends Named>({
  title,
  lead,
  toolbar,
  query: { error, isLoading, refresh },
  page,
  cursor,
  empty,
  columns,
  create,
  actionsOf,
  renderDialog,
  deleteText,
  onDelete,
}: NamedListProps<Line>) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [edited, setEdited] = useState<Line | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Line | null>(null);
  const toMenu = (line: Line): ReactNode => {
    const own = mayWrite ? actionsOf(line) : null;
    if (own === null) return null;
    return (
      <ActionMenu
        label={t('tags.actionsOf', { name: line.name })}
        actions={[
          { id: 'edit', name: t('tags.edit'), onAction: () => setEdited(line) },
          ...own,
          { id: 'delete', name: t('action.delete'), isDangerous: true, onAction: () => setDoomed(line) },
        ]}
      />
    );
  };
  return (
    <>
      <TagsHeader />
      {toolbar && <div className="toolbar">{toolbar}</div>}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={title}
        lead={lead}
        isFlush
        aside={
          mayWrite &&
          create !== null && (
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
              {create}
            </Button>
          )
        }
      >
        {isLoading && <Skeleton lines={4} />}
        {page?.nodes.length === 0 && (
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        )}
        {page && page.nodes.length > 0 && (
          <>
            <Table
              label={title}
              rows={page.nodes}
              keyOf={({ id }) => id}
              columns={[...columns, { id: 'actions', name: t('action.actions'), isNameHidden: true, cell: toMenu }]}
            />
            <Pager cursor={cursor} pageInfo={page.pageInfo} label={title} />
          </>
        )}
      </Card>
      {edited !== null && renderDialog(edited === 'new' ? null : edited, () => setEdited(null))}
      <ConfirmDialog
        title={t('tags.delete.title', { name: doomed?.name ?? '' })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={() => onDelete(doomed?.id ?? '')}
      >
        <p className="dialog-text">{deleteText}</p>
      </ConfirmDialog>
    </>
  );
};

/** The form of one of them: what is wrong stands at its field, or else above all. */
export const NamedDialog = ({
  title,
  fields = ['name'],
  isBusy,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  /** Which say themselves what is wrong with them. */
  readonly fields?: readonly string[];
  readonly isBusy: boolean;
  readonly onSave: () => Promise<Answer<unknown>>;
  readonly onClose: () => void;
  readonly children: (errorOf: (field: string) => string | null) => ReactNode;
}) => {
  const { t } = useWords();
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const save = async () => {
    const answer = await onSave();
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  const others = errors.filter(({ field }) => !fields.some((name) => field?.includes(name)));
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void save()} isPending={isBusy}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
      {children((wanted) => errors.find(({ field }) => field?.includes(wanted))?.message ?? null)}
    </Dialog>
  );
};
