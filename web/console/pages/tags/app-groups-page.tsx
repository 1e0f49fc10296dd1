import { Boxes, Plus } from 'lucide-react';
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
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { ChoiceField, SwitchField } from '../../ui/fields.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager, useCursor } from '../../ui/pager.js';
import { useSearchState } from '../../ui/search-state.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { TagsHeader } from './tags-page.js';

type AppChoice = AppChoicesQuery['apps']['nodes'][number];

const PAGE_SIZE = 25;

const AppGroupsPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [{ archived }, change] = useSearchState(['archived']);
  const isArchived = archived === 'yes';
  const cursor = useCursor(archived);
  const { data, error, isLoading, refresh } = usePageQuery(AppGroupsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    archived: isArchived,
  });
  const { data: choices } = usePageQuery(AppChoicesDocument, {});
  const apps = choices?.apps.nodes ?? [];
  const [edited, setEdited] = useState<AppGroupLineFragment | 'new' | null>(null);
  const [doomed, setDoomed] = useState<AppGroupLineFragment | null>(null);
  const [remove] = useAction(AppGroupDeleteDocument);
  return (
    <>
      <TagsHeader />
      <div className="toolbar">
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
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={t('tags.appGroups')}
        lead={t('tags.appGroups.lead')}
        isFlush
        aside={
          mayWrite && (
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
              {t('tags.appGroups.new')}
            </Button>
          )
        }
      >
        {isLoading && <Skeleton lines={4} />}
        {data?.appGroups.nodes.length === 0 && (
          <EmptyState
            icon={<Boxes size={22} aria-hidden />}
            title={t(isArchived ? 'tags.appGroups.noneArchived' : 'tags.appGroups.none')}
          >
            {t('tags.appGroups.none.text')}
          </EmptyState>
        )}
        {data && data.appGroups.nodes.length > 0 && (
          <>
            <GroupTable groups={data.appGroups.nodes} apps={apps} onEdit={setEdited} onDelete={setDoomed} />
            <Pager cursor={cursor} pageInfo={data.appGroups.pageInfo} label={t('tags.appGroups')} />
          </>
        )}
      </Card>
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} apps={apps} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        title={t('tags.delete.title', { name: doomed?.name ?? '' })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={() => remove({ id: doomed?.id ?? '' })}
      >
        <p className="dialog-text">{t('tags.appGroups.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};

export default AppGroupsPage;

const GroupTable = ({
  groups,
  apps,
  onEdit,
  onDelete,
}: {
  readonly groups: readonly AppGroupLineFragment[];
  readonly apps: readonly AppChoice[];
  readonly onEdit: (group: AppGroupLineFragment) => void;
  readonly onDelete: (group: AppGroupLineFragment) => void;
}) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const [archive] = useAction(AppGroupArchiveDocument);
  const [unarchive] = useAction(AppGroupUnarchiveDocument);
  const namesOf = ({ allApps, appIds }: AppGroupLineFragment): string => {
    if (allApps) return t('devices.app.all');
    const names = appIds.flatMap((id) => apps.find((app) => app.id === id)?.name ?? []);
    return names.length === appIds.length ? format.list(names) : t('tags.appGroups.count', { count: appIds.length });
  };
  return (
    <Table
      label={t('tags.appGroups')}
      rows={groups}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', name: t('tags.group'), cell: ({ name }) => <span className="cell-name">{name}</span> },
        { id: 'apps', name: t('nav.apps'), cell: namesOf },
        { id: 'updated', name: t('tags.updated'), isMinor: true, cell: ({ updatedAt }) => format.date(updatedAt) },
        {
          id: 'actions',
          name: t('action.actions'),
          isNameHidden: true,
          cell: (group) =>
            mayWrite && (
              <ActionMenu
                label={t('tags.actionsOf', { name: group.name })}
                actions={[
                  { id: 'edit', name: t('tags.edit'), onAction: () => onEdit(group) },
                  {
                    id: 'archive',
                    name: t('apps.archive'),
                    isHidden: group.archived,
                    onAction: () => void archive({ id: group.id }),
                  },
                  {
                    id: 'unarchive',
                    name: t('apps.unarchive'),
                    isHidden: !group.archived,
                    onAction: () => void unarchive({ id: group.id }),
                  },
                  { id: 'delete', name: t('action.delete'), isDangerous: true, onAction: () => onDelete(group) },
                ]}
              />
            ),
        },
      ]}
    />
  );
};

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
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [create, isCreating] = useAction(AppGroupCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(AppGroupUpdateDocument, { quiet: true });
  const save = async () => {
    const input = { name, allApps, ...(allApps ? {} : { appIds: [...appIds] }) };
    const answer = group === null ? await create({ input, key: newKey() }) : await update({ id: group.id, input });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  const nameError = errors.find(({ field }) => field?.includes('name'))?.message ?? null;
  const others = errors.filter(({ field }) => !field?.includes('name'));
  return (
    <Dialog
      title={t(group === null ? 'tags.appGroups.new' : 'tags.edit')}
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
    </Dialog>
  );
};
