import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import {
  TagChoicesDocument,
  TagGroupCreateDocument,
  TagGroupDeleteDocument,
  type TagGroupLineFragment,
  TagGroupsDocument,
  TagGroupUpdateDocument,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager, useCursor } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { TagsHeader } from './tags-page.js';

const PAGE_SIZE = 25;

const TagGroupsPage = () => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const cursor = useCursor();
  const { data, error, isLoading, refresh } = usePageQuery(TagGroupsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
  });
  const [edited, setEdited] = useState<TagGroupLineFragment | 'new' | null>(null);
  const [doomed, setDoomed] = useState<TagGroupLineFragment | null>(null);
  const [remove] = useAction(TagGroupDeleteDocument);
  const newGroup = mayWrite && (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
      {t('tags.groups.new')}
    </Button>
  );
  return (
    <>
      <TagsHeader />
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card title={t('tags.groups')} lead={t('tags.groups.lead')} aside={newGroup} isFlush>
        {isLoading && <Skeleton lines={4} />}
        {data?.tagGroups.nodes.length === 0 && (
          <EmptyState icon={<Tags size={22} aria-hidden />} title={t('tags.groups.none')}>
            {t('tags.groups.none.text')}
          </EmptyState>
        )}
        {data && data.tagGroups.nodes.length > 0 && (
          <>
            <Table
              label={t('tags.groups')}
              rows={data.tagGroups.nodes}
              keyOf={({ id }) => id}
              columns={[
                { id: 'name', name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
                { id: 'tags', name: t('tags.tags'), cell: ({ tags }) => <TagList tags={tags} /> },
                {
                  id: 'updated',
                  name: t('tags.updated'),
                  isMinor: true,
                  cell: ({ updatedAt }) => format.date(updatedAt),
                },
                {
                  id: 'actions',
                  name: t('action.actions'),
                  isNameHidden: true,
                  cell: (group) =>
                    mayWrite && (
                      <ActionMenu
                        label={t('tags.actionsOf', { name: group.name })}
                        actions={[
                          { id: 'edit', name: t('tags.edit'), onAction: () => setEdited(group) },
                          {
                            id: 'delete',
                            name: t('action.delete'),
                            isDangerous: true,
                            onAction: () => setDoomed(group),
                          },
                        ]}
                      />
                    ),
                },
              ]}
            />
            <Pager cursor={cursor} pageInfo={data.tagGroups.pageInfo} label={t('tags.groups')} />
          </>
        )}
      </Card>
      {edited !== null && <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        title={t('tags.delete.title', { name: doomed?.name ?? '' })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={() => remove({ id: doomed?.id ?? '' })}
      >
        <p className="dialog-text">{t('tags.groups.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};

export default TagGroupsPage;

const SHOWN = 8;

const TagList = ({ tags }: { readonly tags: readonly string[] }) => {
  const { t } = useWords();
  return (
    <span className="chips">
      {tags.slice(0, SHOWN).map((tag) => (
        <span key={tag} className="chip chip-still">
          {tag}
        </span>
      ))}
      {tags.length > SHOWN && <span className="quiet">{t('calendar.more', { count: tags.length - SHOWN })}</span>}
    </span>
  );
};

const GroupDialog = ({
  group,
  onClose,
}: {
  readonly group: TagGroupLineFragment | null;
  readonly onClose: () => void;
}) => {
  const { t, format } = useWords();
  const [name, setName] = useState(group?.name ?? '');
  const [tags, setTags] = useState<readonly string[]>(group?.tags ?? []);
  const [search, setSearch] = useState('');
  const found = useDebounced(search.trim());
  const { data } = usePageQuery(TagChoicesDocument, { search: found === '' ? null : found });
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [create, isCreating] = useAction(TagGroupCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(TagGroupUpdateDocument, { quiet: true });
  const save = async () => {
    const input = { name, tags: [...tags] };
    const answer = group === null ? await create({ input, key: newKey() }) : await update({ id: group.id, input });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  const nameError = errors.find(({ field }) => field?.includes('name'))?.message ?? null;
  const others = errors.filter(({ field }) => !field?.includes('name'));
  return (
    <Dialog
      title={t(group === null ? 'tags.groups.new' : 'tags.edit')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void save()} isPending={isCreating || isUpdating}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
      <TextField label={t('tags.group.name')} value={name} onChange={setName} error={nameError} isRequired autoFocus />
      <ChipsField
        label={t('tags.tags')}
        options={(data?.tags.nodes ?? []).map((tag) => ({
          id: tag.name,
          name: tag.name,
          about: format.compact(tag.deviceCount),
        }))}
        value={tags}
        onChange={setTags}
        onSearch={setSearch}
        takesOthers
        placeholder={t('tags.add')}
      />
    </Dialog>
  );
};
