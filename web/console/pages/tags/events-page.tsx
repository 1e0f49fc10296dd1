import { Plus, Zap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  EventActivateDocument,
  EventCreateDocument,
  EventDeactivateDocument,
  EventDeleteDocument,
  type EventLineFragment,
  EventsDocument,
  EventUpdateDocument,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { ChoiceField } from '../../ui/fields.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager, useCursor } from '../../ui/pager.js';
import { useSearchState } from '../../ui/search-state.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { TagsHeader } from './tags-page.js';

const PAGE_SIZE = 25;

/** What devices report: events of one's own, and those of the system. */
const EventsPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [{ system }, change] = useSearchState(['system']);
  const isSystem = system === 'yes';
  const cursor = useCursor(system);
  const { data, error, isLoading, refresh } = usePageQuery(EventsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    system: isSystem,
  });
  const [edited, setEdited] = useState<EventLineFragment | 'new' | null>(null);
  const [doomed, setDoomed] = useState<EventLineFragment | null>(null);
  const [remove] = useAction(EventDeleteDocument);
  const events = data?.customEvents;
  const newEvent = mayWrite && !isSystem && (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
      {t('events.new')}
    </Button>
  );
  return (
    <>
      <TagsHeader />
      <div className="toolbar">
        <ChoiceField
          label={t('events.which')}
          isLabelHidden
          look="segments"
          value={isSystem ? 'yes' : 'no'}
          choices={[
            { id: 'no', name: t('events.own') },
            { id: 'yes', name: t('events.system') },
          ]}
          onChange={(next) => change({ system: next === 'yes' ? 'yes' : '' })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={t('events.events')}
        lead={t(isSystem ? 'events.system.lead' : 'events.lead')}
        aside={newEvent}
        isFlush
      >
        {isLoading && <Skeleton lines={4} />}
        {events?.nodes.length === 0 && (
          <EmptyState icon={<Zap size={22} aria-hidden />} title={t('events.none')}>
            {t('events.none.text')}
          </EmptyState>
        )}
        {events && events.nodes.length > 0 && (
          <>
            <EventTable events={events.nodes} onEdit={setEdited} onDelete={setDoomed} />
            <Pager cursor={cursor} pageInfo={events.pageInfo} label={t('events.events')} />
          </>
        )}
      </Card>
      {edited !== null && <EventDialog event={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        title={t('tags.delete.title', { name: doomed?.name ?? '' })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={() => remove({ id: doomed?.id ?? '' })}
      >
        <p className="dialog-text">{t('events.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};

export default EventsPage;

const EventTable = ({
  events,
  onEdit,
  onDelete,
}: {
  readonly events: readonly EventLineFragment[];
  readonly onEdit: (event: EventLineFragment) => void;
  readonly onDelete: (event: EventLineFragment) => void;
}) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [activate] = useAction(EventActivateDocument);
  const [deactivate] = useAction(EventDeactivateDocument);
  return (
    <Table
      label={t('events.events')}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          name: t('events.event'),
          cell: ({ name, code, active }) => (
            <div className="cell-main">
              <span className="row">
                <span className="cell-name">{name}</span>
                {!active && <Badge>{t('events.inactive')}</Badge>}
              </span>
              <code className="cell-about">{code}</code>
            </div>
          ),
        },
        { id: 'starts', name: t('events.starts'), cell: (event) => <Listeners event={event} /> },
        {
          id: 'actions',
          name: t('action.actions'),
          isNameHidden: true,
          cell: (event) =>
            mayWrite &&
            !event.system && (
              <ActionMenu
                label={t('tags.actionsOf', { name: event.name })}
                actions={[
                  { id: 'edit', name: t('tags.edit'), onAction: () => onEdit(event) },
                  {
                    id: 'switch',
                    name: t(event.active ? 'events.deactivate' : 'events.activate'),
                    onAction: () => void (event.active ? deactivate({ id: event.id }) : activate({ id: event.id })),
                  },
                  { id: 'delete', name: t('action.delete'), isDangerous: true, onAction: () => onDelete(event) },
                ]}
              />
            ),
        },
      ]}
    />
  );
};

/** The campaigns that it starts. */
const Listeners = ({ event: { listeners } }: { readonly event: EventLineFragment }) => {
  const { t } = useWords();
  if (listeners.nodes.length === 0) return <span className="quiet">{t('state.none')}</span>;
  return (
    <span className="row">
      {listeners.nodes.map(({ id, name }) => (
        <Link key={id} href={`/campaigns/${id}`}>
          {name}
        </Link>
      ))}
      {listeners.pageInfo.hasNextPage && <span className="quiet">{t('events.moreCampaigns')}</span>}
    </span>
  );
};

const EventDialog = ({
  event,
  onClose,
}: {
  readonly event: EventLineFragment | null;
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  const [name, setName] = useState(event?.name ?? '');
  const [code, setCode] = useState(event?.code ?? '');
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [create, isCreating] = useAction(EventCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(EventUpdateDocument, { quiet: true });
  const save = async () => {
    const input = { name, code: code.trim() };
    const answer = event === null ? await create({ input, key: newKey() }) : await update({ id: event.id, input });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  const errorOf = (wanted: string) => errors.find(({ field }) => field?.includes(wanted))?.message ?? null;
  const others = errors.filter(({ field }) => !field?.includes('name') && !field?.includes('code'));
  return (
    <Dialog
      title={t(event === null ? 'events.new' : 'events.edit')}
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
      <TextField
        label={t('events.name')}
        hint={t('events.name.hint')}
        value={name}
        onChange={setName}
        error={errorOf('name')}
        isRequired
        autoFocus
      />
      <TextField
        label={t('events.code')}
        hint={t(event === null ? 'events.code.hint' : 'events.code.editHint')}
        value={code}
        onChange={setCode}
        error={errorOf('code')}
        placeholder="basket_left"
        isRequired
        isMonospace
        autoComplete="off"
      />
    </Dialog>
  );
};
