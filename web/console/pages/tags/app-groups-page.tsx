import { Boxes } from 'lucide-react';
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
import { useTranslation } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { SwitchField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, useList } from '../../ui/list.js';
import { EmptyState } from '../../ui/page.js';
import { NAMED_ORDERS } from '../../ui/sort-field.js';
import { TextField } from '../../ui/text-field.js';
import { NamedList } from './named-list.js';

type AppChoice = AppChoicesQuery['apps']['nodes'][number];

const APP_GROUPS = defineList({
  query: AppGroupsDocument,
  pageOf: ({ appGroups }) => appGroups,
  filters: [
    {
      kind: 'switch',
      name: 'archived',
      label: 'tags.appGroups',
      choices: ['apps.filter.active', 'apps.filter.archived'],
    },
  ],
  orders: NAMED_ORDERS,
  toVariables: ({ archived }) => ({ archived: archived === 'yes' }),
});

const AppGroupsPage = () => {
  const { t, format } = useTranslation();
  const list = useList(APP_GROUPS);
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
      list={list}
      empty={
        <EmptyState
          icon={Boxes}
          title={t(list.values.archived === 'yes' ? 'tags.appGroups.noneArchived' : 'tags.appGroups.none')}
          text={t('tags.appGroups.none.text')}
        />
      }
      columns={[
        { name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
        { name: t('nav.apps'), cell: namesOf },
        { name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
      ]}
      create={t('tags.appGroups.new')}
      actionsOf={({ id, archived }) => [
        archived
          ? { name: t('apps.unarchive'), onAction: () => void unarchive({ id }) }
          : { name: t('apps.archive'), onAction: () => void archive({ id }) },
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
  const { t } = useTranslation();
  const [create] = useAction(AppGroupCreateDocument, { quiet: true });
  const [update] = useAction(AppGroupUpdateDocument, { quiet: true });
  const form = useForm({
    initial: {
      name: group?.name ?? '',
      allApps: group?.allApps ?? false,
      appIds: group?.allApps ? [] : (group?.appIds ?? []),
    },
    fields: ['name'],
    save: ({ name, allApps, appIds }) => {
      const input = { name, allApps, ...(allApps ? {} : { appIds }) };
      return group === null ? create({ input, key: newKey() }) : update({ id: group.id, input });
    },
    onSaved: onClose,
  });
  const { allApps, appIds } = form.values;
  return (
    <FormDialog form={form} title={t(group === null ? 'tags.appGroups.new' : 'tags.edit')} onClose={onClose}>
      <TextField label={t('tags.group.name')} {...form.text('name')} isRequired autoFocus />
      <SwitchField isSelected={allApps} onChange={(isOn) => form.change({ allApps: isOn })}>
        {t('tags.appGroups.all')}
      </SwitchField>
      {!allApps && (
        <ChipsField
          label={t('nav.apps')}
          options={apps.map((app) => ({ id: app.id, name: app.name, about: t(`provider.${app.pushProvider}`) }))}
          value={appIds}
          onChange={(next) => form.change({ appIds: [...next] })}
          placeholder={t('tags.appGroups.add')}
        />
      )}
    </FormDialog>
  );
};
