import { Tags } from 'lucide-react';
import { useState } from 'react';
import {
  TagChoicesDocument,
  TagGroupCreateDocument,
  TagGroupDeleteDocument,
  type TagGroupLineFragment,
  TagGroupsDocument,
  TagGroupUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { useListAddress } from '../../ui/list-address.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { TextField } from '../../ui/text-field.js';
import { NamedDialog, NamedList, PAGE_SIZE } from './named-list.js';

const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
} as const;

const TagGroupsPage = () => {
  const { t, format } = useWords();
  const {
    filters: { sort },
    change,
    cursor,
  } = useListAddress(['sort']);
  const query = usePageQuery(TagGroupsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    orderBy: orderOf(ORDERS, sort),
  });
  const [remove] = useAction(TagGroupDeleteDocument);
  return (
    <NamedList
      title={t('tags.groups')}
      lead={t('tags.groups.lead')}
      toolbar={<SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />}
      query={query}
      page={query.data?.tagGroups}
      cursor={cursor}
      empty={{
        icon: <Tags size={22} aria-hidden />,
        title: t('tags.groups.none'),
        text: t('tags.groups.none.text'),
      }}
      columns={[
        { id: 'name', name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
        { id: 'tags', name: t('tags.tags'), cell: ({ tags }) => <TagList tags={tags} /> },
        { id: 'updated', name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
      ]}
      create={t('tags.groups.new')}
      actionsOf={() => []}
      renderDialog={(group, onClose) => <GroupDialog group={group} onClose={onClose} />}
      deleteText={t('tags.groups.delete.text')}
      onDelete={(id) => remove({ id })}
    />
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
  const [create, isCreating] = useAction(TagGroupCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(TagGroupUpdateDocument, { quiet: true });
  const input = { name, tags: [...tags] };
  return (
    <NamedDialog
      title={t(group === null ? 'tags.groups.new' : 'tags.edit')}
      isBusy={isCreating || isUpdating}
      onSave={() => (group === null ? create({ input, key: newKey() }) : update({ id: group.id, input }))}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label={t('tags.group.name')}
            value={name}
            onChange={setName}
            error={errorOf('name')}
            isRequired
            autoFocus
          />
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
        </>
      )}
    </NamedDialog>
  );
};
