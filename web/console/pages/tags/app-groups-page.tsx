import { Boxes } from 'lucide-react';
import { useState } from 'react';
import {
  AppChoicesDocument,
  type AppChoicesQuery,
  AppGroupArchiveDocument,
  AppGroupCreateDocument,
  AppGroupDeleteDocument,
  type AppGroupLineFragment,
  AppGroupsDocument,
  AppGroupUnarchiveDocument,
  AppGroupUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ChoiceField, SwitchField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { TextField } from '../../ui/text-field.js';
import { NamedDialog, NamedList, PAGE_SIZE } from './named-list.js';

type AppChoice = AppChoicesQuery['apps']['nodes'][number];

const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
} as const;

const AppGroupsPage = () => {
  const { t, format } = useWords();
  const {
    filters: { archived, sort },
    change,
    cursor,
  } = useListAddress(['archived', 'sort']);
  const isArchived = archived === 'yes';
  const query = usePageQuery(AppGroupsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    archived: isArchived,
    orderBy: orderOf(ORDERS, sort),
  });
  const { data: choices } = usePageQuery(AppChoicesDocument, {});
  const apps = choices?.apps.nodes ?? [];
  const [remove] = useAction(AppGroupDeleteDocument);
  const [archive] = useAction(AppGroupArchiveDocument);
  const [unarchive] = useAction(AppGroupUnarchiveDocument);
  const namesOf = ({ allApps, appIds }: AppGroupLineFragment): string => {
    if (allApps) return t('devices.app.all');
    const names = appIds.flatMap((id) => apps.find((app) => app.id === id)?.name ?? []);
    return names.length === appIds.length ? format.list(names) : t('tags.appGroups.count', { count: appIds.length });
  };
  return (
    <NamedList
      title={t('tags.appGroups')}
      lead={t('tags.appGroups.lead')}
      toolbar={
        <>
          <ChoiceField
            label={t('tags.appGroups')}
            isLabelHidden
            look="segments"
            value={isArchived ? 'yes' : 'no'}
            choices={[
              { id: 'no', name: t('apps.filter.active') },
              { id: 'yes', name: t('apps.filter.archived') },
            ]}
            onChange={(next) => change({ archived: next === 'yes' ? 'yes' : '' })}
          />
          <SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />
        </>
      }
      query={query}
      page={query.data?.appGroups}
      cursor={cursor}
      empty={{
        icon: <Boxes size={22} aria-hidden />,
        title: t(isArchived ? 'tags.appGroups.noneArchived' : 'tags.appGroups.none'),
        text: t('tags.appGroups.none.text'),
      }}
      columns={[
        { id: 'name', name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
        { id: 'apps', name: t('nav.apps'), cell: namesOf },
        { id: 'updated', name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
      ]}
      create={t('tags.appGroups.new')}
      actionsOf={(group) => [
        group.archived
          ? { id: 'unarchive', name: t('apps.unarchive'), onAction: () => void unarchive({ id: group.id }) }
          : { id: 'archive', name: t('apps.archive'), onAction: () => void archive({ id: group.id }) },
      ]}
      renderDialog={(group, onClose) => <GroupDialog group={group} apps={apps} onClose={onClose} />}
      deleteText={t('tags.appGroups.delete.text')}
      onDelete={(id) => remove({ id })}
    />
  );
};

export default AppGroupsPage;

const GroupDialog = ({
  group,
  apps,
  onClose,
}: {
  readonly group: AppGroupLineFragment | null;
  readonly apps: readonly AppChoice[];
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  const [name, setName] = useState(group?.name ?? '');
  const [allApps, setAllApps] = useState(group?.allApps ?? false);
  const [appIds, setAppIds] = useState<readonly string[]>(group?.allApps ? [] : (group?.appIds ?? []));
  const [create, isCreating] = useAction(AppGroupCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(AppGroupUpdateDocument, { quiet: true });
  const input = { name, allApps, ...(allApps ? {} : { appIds: [...appIds] }) };
  return (
    <NamedDialog
      title={t(group === null ? 'tags.appGroups.new' : 'tags.edit')}
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
          <SwitchField isSelected={allApps} onChange={setAllApps}>
            {t('tags.appGroups.all')}
          </SwitchField>
          {!allApps && (
            <ChipsField
              label={t('nav.apps')}
              options={apps.map((app) => ({ id: app.id, name: app.name, about: t(`provider.${app.pushProvider}`) }))}
              value={appIds}
              onChange={setAppIds}
              placeholder={t('tags.appGroups.add')}
            />
          )}
        </>
      )}
    </NamedDialog>
  );
};
