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
import { useTranslation } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, useList } from '../../ui/list.js';
import { EmptyState } from '../../ui/page.js';
import { NAMED_ORDERS } from '../../ui/sort-field.js';
import { TextField } from '../../ui/text-field.js';
import { NamedList } from './named-list.js';

const TAG_GROUPS = defineList({
  query: TagGroupsDocument,
  pageOf: ({ tagGroups }) => tagGroups,
  orders: NAMED_ORDERS,
});

const TagGroupsPage = () => {
  const { t, format } = useTranslation();
  const [remove] = useAction(TagGroupDeleteDocument);
  return (
    <NamedList
      title={t('tags.groups')}
      lead={t('tags.groups.lead')}
      list={useList(TAG_GROUPS)}
      empty={<EmptyState icon={Tags} title={t('tags.groups.none')} text={t('tags.groups.none.text')} />}
      columns={[
        { name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
        { name: t('tags.tags'), cell: ({ tags }) => <TagList tags={tags} /> },
        { name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
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
  const { t } = useTranslation();
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
  const { t, format } = useTranslation();
  const [search, setSearch] = useState('');
  const found = useDebounced(search.trim());
  const { data } = usePageQuery(TagChoicesDocument, { search: found === '' ? null : found });
  const [create] = useAction(TagGroupCreateDocument, { quiet: true });
  const [update] = useAction(TagGroupUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { name: group?.name ?? '', tags: group?.tags ?? [] },
    fields: ['name'],
    save: (input) => (group === null ? create({ input, key: newKey() }) : update({ id: group.id, input })),
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t(group === null ? 'tags.groups.new' : 'tags.edit')} onClose={onClose}>
      <TextField label={t('tags.group.name')} {...form.text('name')} isRequired autoFocus />
      <ChipsField
        label={t('tags.tags')}
        options={(data?.tags.nodes ?? []).map(({ name, deviceCount }) => ({
          id: name,
          name,
          about: format.compact(deviceCount),
        }))}
        value={form.values.tags}
        onChange={(tags) => form.change({ tags: [...tags] })}
        onSearch={setSearch}
        takesOthers
        placeholder={t('tags.add')}
      />
    </FormDialog>
  );
};
