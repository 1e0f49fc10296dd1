import { Zap } from 'lucide-react';
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
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, useList } from '../../ui/list.js';
import { Badge, EmptyState } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { NamedList } from './named-list.js';

const EVENTS = defineList({
  query: EventsDocument,
  pageOf: ({ customEvents }) => customEvents,
  filters: [{ kind: 'switch', name: 'system', label: 'events.which', choices: ['events.own', 'events.system'] }],
  orders: {
    name: { field: 'NAME', direction: 'ASC' },
    code: { field: 'CODE', direction: 'ASC' },
    newest: { field: 'ID', direction: 'DESC' },
  },
  toVariables: ({ system }) => ({ system: system === 'yes' }),
});

/** The events that devices report: those of the account, and built-in ones. */
const EventsPage = () => {
  const { t } = useTranslation();
  const list = useList(EVENTS);
  const isSystem = list.values.system === 'yes';
  const nameOfEvent = useEventName();
  const [remove] = useAction(EventDeleteDocument);
  const [activate] = useAction(EventActivateDocument);
  const [deactivate] = useAction(EventDeactivateDocument);
  return (
    <NamedList
      title={t('events.events')}
      lead={t(isSystem ? 'events.system.lead' : 'events.lead')}
      list={list}
      empty={<EmptyState icon={Zap} title={t('events.none')} text={t('events.none.text')} />}
      columns={[
        {
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
        { name: t('events.starts'), cell: (event) => <Listeners event={event} /> },
      ]}
      create={isSystem ? null : t('events.new')}
      actionsOf={({ id, system: isFixed, active }) =>
        isFixed
          ? null
          : [
              active
                ? { name: t('events.deactivate'), onAction: () => void deactivate({ id }) }
                : { name: t('events.activate'), onAction: () => void activate({ id }) },
            ]
      }
      renderDialog={(event, onClose) => <EventDialog event={event} onClose={onClose} />}
      deleteText={t('events.delete.text')}
      onDelete={(id) => remove({ id })}
    />
  );
};

export default EventsPage;

/** The campaigns that an event starts. */
const Listeners = ({ event: { listeners } }: { readonly event: EventLineFragment }) => {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const [create] = useAction(EventCreateDocument, { quiet: true });
  const [update] = useAction(EventUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { name: event?.name ?? '', code: event?.code ?? '' },
    fields: ['name', 'code'],
    save: ({ name, code }) => {
      const input = { name, code: code.trim() };
      return event === null ? create({ input, key: newKey() }) : update({ id: event.id, input });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t(event === null ? 'events.new' : 'events.edit')} onClose={onClose}>
      <TextField label={t('events.name')} hint={t('events.name.hint')} {...form.text('name')} isRequired autoFocus />
      <TextField
        label={t('events.code')}
        hint={t(event === null ? 'events.code.hint' : 'events.code.editHint')}
        {...form.text('code')}
        placeholder="basket_left"
        isRequired
        isMonospace
        autoComplete="off"
      />
    </FormDialog>
  );
};
