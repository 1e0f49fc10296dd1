import { Zap } from 'lucide-react';
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
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useEventName } from '../../i18n/event-names.js';
import { useWords } from '../../i18n/i18n.js';
import { ChoiceField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge } from '../../ui/page.js';
import { orderOf, SortField } from '../../ui/sort-field.js';
import { TextField } from '../../ui/text-field.js';
import { NamedDialog, NamedList, PAGE_SIZE } from './named-list.js';

const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  code: { field: 'CODE', direction: 'ASC' },
  newest: { field: 'ID', direction: 'DESC' },
} as const;

/** What devices report: events of one's own, and those of the system. */
const EventsPage = () => {
  const { t } = useWords();
  const {
    filters: { system, sort },
    change,
    cursor,
  } = useListAddress(['system', 'sort']);
  const isSystem = system === 'yes';
  const nameOfEvent = useEventName();
  const query = usePageQuery(EventsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    system: isSystem,
    orderBy: orderOf(ORDERS, sort),
  });
  const [remove] = useAction(EventDeleteDocument);
  const [activate] = useAction(EventActivateDocument);
  const [deactivate] = useAction(EventDeactivateDocument);
  return (
    <NamedList
      title={t('events.events')}
      lead={t(isSystem ? 'events.system.lead' : 'events.lead')}
      toolbar={
        <>
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
          <SortField orders={ORDERS} sort={sort} onChange={(next) => change({ sort: next })} />
        </>
      }
      query={query}
      page={query.data?.customEvents}
      cursor={cursor}
      empty={{ icon: <Zap size={22} aria-hidden />, title: t('events.none'), text: t('events.none.text') }}
      columns={[
        {
          id: 'name',
          name: t('events.event'),
          cell: (event) => (
            <div className="cell-main">
              <span className="row">
                <span className="cell-name">{nameOfEvent(event)}</span>
                {!event.active && <Badge>{t('events.inactive')}</Badge>}
              </span>
              <code className="cell-about">{event.code}</code>
            </div>
          ),
        },
        { id: 'starts', name: t('events.starts'), cell: (event) => <Listeners event={event} /> },
      ]}
      create={isSystem ? null : t('events.new')}
      actionsOf={({ id, system: isFixed, active }) =>
        isFixed
          ? null
          : [
              active
                ? { id: 'switch', name: t('events.deactivate'), onAction: () => void deactivate({ id }) }
                : { id: 'switch', name: t('events.activate'), onAction: () => void activate({ id }) },
            ]
      }
      renderDialog={(event, onClose) => <EventDialog event={event} onClose={onClose} />}
      deleteText={t('events.delete.text')}
      onDelete={(id) => remove({ id })}
    />
  );
};

export default EventsPage;

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
  const [create, isCreating] = useAction(EventCreateDocument, { quiet: true });
  const [update, isUpdating] = useAction(EventUpdateDocument, { quiet: true });
  const input = { name, code: code.trim() };
  return (
    <NamedDialog
      title={t(event === null ? 'events.new' : 'events.edit')}
      fields={['name', 'code']}
      isBusy={isCreating || isUpdating}
      onSave={() => (event === null ? create({ input, key: newKey() }) : update({ id: event.id, input }))}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
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
        </>
      )}
    </NamedDialog>
  );
};
