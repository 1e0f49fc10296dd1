import { Ban, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import {
  DeviceDeleteDocument,
  DeviceDeliveriesDocument,
  type DeviceDeliveriesQuery,
  DeviceDocument,
  type DeviceQuery,
  DeviceRetireDocument,
  type Outcome,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useWords } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { useListAddress } from '../../ui/list-address.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, Facts, PageHeader, Skeleton, type Tone } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { showToast } from '../../ui/toast.js';
import { TraceOf } from '../runs/trace.js';
import { EditDeviceDialog, TestPushDialog } from './device-dialogs.js';
import { DeviceState } from './devices-page.js';

export type DeviceData = NonNullable<DeviceQuery['device']>;
type OpenDialog = 'edit' | 'test' | 'retire' | 'delete' | null;

const DevicePage = () => {
  const { t } = useWords();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, isLoading, refresh } = usePageQuery(DeviceDocument, { id });
  if (isLoading) return <Skeleton lines={8} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data?.device) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/devices', name: t('nav.devices') }} />
        <EmptyState title={t('notFound.text')} action={<LinkButton href="/devices">{t('nav.devices')}</LinkButton>} />
      </>
    );
  }
  return <Details device={data.device} />;
};

export default DevicePage;

const Details = ({ device }: { readonly device: DeviceData }) => {
  const { t } = useWords();
  const { inFull } = useReasons();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={device.externalUserId ?? t('devices.number', { id: device.deviceId })}
        badge={<DeviceState device={device} />}
        lead={[device.app.name, device.platform].filter(Boolean).join(' · ')}
        parent={{ href: '/devices', name: t('nav.devices') }}
        actions={<DeviceActions device={device} onOpen={setDialog} />}
      />
      {device.retiredAt && (
        <Banner kind="warn" title={t('devices.retired.title')}>
          {inFull({ reason: device.retirementReason, reasonCode: device.retirementReasonCode })}{' '}
          {t('devices.retired.text')}
        </Banner>
      )}
      <div className="columns">
        <Card title={t('devices.facts')}>
          <DeviceFacts device={device} />
        </Card>
        <Card title={t('devices.events')} lead={t('devices.events.lead')} isFlush>
          <Events device={device} />
        </Card>
      </div>
      <Card title={t('devices.deliveries')} lead={t('devices.deliveries.lead')} isFlush>
        <Deliveries deviceId={device.id} />
      </Card>
      <EditDeviceDialog device={device} isOpen={dialog === 'edit'} onClose={close} />
      <TestPushDialog device={device} isOpen={dialog === 'test'} onClose={close} />
      <Confirmations device={device} dialog={dialog} onClose={close} />
    </>
  );
};

const DeviceActions = ({
  device,
  onOpen,
}: {
  readonly device: DeviceData;
  readonly onOpen: (dialog: OpenDialog) => void;
}) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const maySend = useMay('send');
  return (
    <>
      {maySend && (
        <Button icon={<Send size={16} aria-hidden />} onPress={() => onOpen('test')} isDisabled={!device.active}>
          {t('devices.test')}
        </Button>
      )}
      {mayWrite && (
        <ActionMenu
          actions={[
            {
              id: 'edit',
              name: t('devices.edit'),
              icon: <Pencil size={16} aria-hidden />,
              onAction: () => onOpen('edit'),
            },
            {
              id: 'retire',
              name: t('devices.retire'),
              icon: <Ban size={16} aria-hidden />,
              isHidden: Boolean(device.retiredAt),
              onAction: () => onOpen('retire'),
            },
            {
              id: 'delete',
              name: t('action.delete'),
              icon: <Trash2 size={16} aria-hidden />,
              isDangerous: true,
              onAction: () => onOpen('delete'),
            },
          ]}
        />
      )}
    </>
  );
};

const DeviceFacts = ({ device }: { readonly device: DeviceData }) => {
  const { t, format } = useWords();
  const unknown = t('state.unknown');
  return (
    <Facts
      facts={[
        [t('devices.user'), device.externalUserId ?? t('state.none')],
        [
          t('devices.app'),
          <Link key="app" href={`/apps/${device.app.id}`}>
            {device.app.name}
          </Link>,
        ],
        [t('devices.language'), device.language ? format.language(device.language) : unknown],
        [t('devices.country'), device.country ? format.country(device.country) : unknown],
        [t('devices.timeZone'), device.timeZone ?? t('devices.timeZone.none')],
        [
          t('devices.tags'),
          device.tags.length === 0 ? (
            t('state.none')
          ) : (
            <span key="tags" className="chips">
              {device.tags.map((tag) => (
                <Link key={tag} href={`/devices?tag=${encodeURIComponent(tag)}`} className="chip chip-link">
                  {tag}
                </Link>
              ))}
            </span>
          ),
        ],
        [t('devices.appVersion'), device.appVersion ?? unknown],
        [t('devices.registeredAt'), format.dateTime(device.registeredAt)],
        [t('devices.lastActiveAt'), format.dateTime(device.lastActiveAt)],
        [t('devices.addressConfirmedAt'), format.dateTime(device.addressConfirmedAt)],
        [t('devices.deviceId'), <code key="id">{device.deviceId}</code>],
        [t('devices.fingerprint'), <code key="print">{device.addressFingerprint}</code>],
      ]}
    />
  );
};

const Events = ({ device: { events } }: { readonly device: DeviceData }) => {
  const { t, format } = useWords();
  const nameOfEvent = useEventName();
  if (events.nodes.length === 0)
    return <EmptyState title={t('devices.events.none')}>{t('devices.events.none.text')}</EmptyState>;
  return (
    <Table
      label={t('devices.events')}
      rows={events.nodes}
      keyOf={({ event, firstAt }) => event?.id ?? firstAt}
      columns={[
        {
          id: 'event',
          name: t('devices.event'),
          cell: ({ event }) => (event ? nameOfEvent(event) : t('state.deleted')),
        },
        { id: 'count', name: t('devices.count'), isNumber: true, cell: ({ count }) => format.number(count) },
        { id: 'last', name: t('devices.last'), cell: ({ lastAt }) => format.dateTime(lastAt) },
      ]}
    />
  );
};

const TONES: Readonly<Record<Outcome, Tone>> = {
  SENT: 'good',
  FAILED: 'bad',
  INVALID_TOKEN: 'bad',
  EXPIRED: 'warn',
  CANCELLED: 'neutral',
  RETRYING: 'accent',
};
const DELIVERIES_SHOWN = 20;

type DeliveryLine = NonNullable<DeviceDeliveriesQuery['device']>['deliveries']['nodes'][number];

const Deliveries = ({ deviceId }: { readonly deviceId: string }) => {
  const { t } = useWords();
  const { cursor } = useListAddress([]);
  const [traced, setTraced] = useState<string | null>(null);
  const { data, error, isLoading, refresh } = usePageQuery(DeviceDeliveriesDocument, {
    id: deviceId,
    first: DELIVERIES_SHOWN,
    after: cursor.after,
  });
  if (isLoading) return <Skeleton lines={5} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const deliveries = data?.device?.deliveries;
  if (!deliveries) return null;
  if (deliveries.nodes.length === 0 && !deliveries.pageInfo.hasNextPage && !cursor.hasPrevious) {
    return <EmptyState title={t('devices.deliveries.none')}>{t('devices.deliveries.none.text')}</EmptyState>;
  }
  return (
    <>
      {deliveries.nodes.length === 0 ? (
        <EmptyState title={t('devices.deliveries.earlier')}>{t('devices.deliveries.earlier.text')}</EmptyState>
      ) : (
        <DeliveryTable deliveries={deliveries.nodes} onTrace={setTraced} />
      )}
      <Pager cursor={cursor} pageInfo={deliveries.pageInfo} label={t('devices.deliveries')} />
      <Dialog title={t('devices.why')} size="large" isOpen={traced !== null} onClose={() => setTraced(null)}>
        {traced !== null && <TraceOf runId={traced} deviceId={deviceId} />}
      </Dialog>
    </>
  );
};

const DeliveryTable = ({
  deliveries,
  onTrace,
}: {
  readonly deliveries: readonly DeliveryLine[];
  readonly onTrace: (runId: string) => void;
}) => {
  const { t, format } = useWords();
  const { titleOf } = useReasons();
  const stateOf = ({ clickedAt, deliveredAt, outcome }: DeliveryLine) =>
    clickedAt ? t('runs.clicked') : deliveredAt ? t('runs.delivered') : t(`outcome.${outcome}`);
  return (
    <Table
      label={t('devices.deliveries')}
      rows={deliveries}
      keyOf={({ run, push, recordedAt }) => `${run.id} ${push?.id} ${recordedAt}`}
      columns={[
        {
          id: 'what',
          name: t('devices.message'),
          cell: ({ run, push }) => (
            <div className="cell-main">
              <Link href={`/runs/${run.id}`} className="cell-name">
                {push?.translations[0]?.title ?? t('state.deleted')}
              </Link>
              <span className="cell-about">{run.scheduler?.name ?? t('state.deleted')}</span>
            </div>
          ),
        },
        {
          id: 'outcome',
          name: t('devices.outcome'),
          cell: (line) => <Badge tone={TONES[line.outcome]}>{stateOf(line)}</Badge>,
        },
        {
          id: 'reason',
          name: t('devices.reason'),
          isMinor: true,
          cell: (line) => (line.reason ? <span title={line.reason}>{titleOf(line)}</span> : ''),
        },
        { id: 'at', name: t('devices.at'), isMinor: true, cell: ({ recordedAt }) => format.dateTime(recordedAt) },
        {
          id: 'why',
          name: t('devices.why'),
          isNameHidden: true,
          cell: ({ run, push }) => (
            <Button
              size="small"
              variant="quiet"
              onPress={() => onTrace(run.id)}
              aria-label={t('devices.why.of', { title: push?.translations[0]?.title ?? t('state.deleted') })}
            >
              {t('devices.why.short')}
            </Button>
          ),
        },
      ]}
    />
  );
};

const Confirmations = ({
  device: { id },
  dialog,
  onClose,
}: {
  readonly device: DeviceData;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [retire] = useAction(DeviceRetireDocument);
  const [remove] = useAction(DeviceDeleteDocument);
  return (
    <>
      <ConfirmDialog
        title={t('devices.retire.title')}
        isOpen={dialog === 'retire'}
        onClose={onClose}
        confirm={t('devices.retire')}
        onConfirm={async () => {
          const answer = await retire({ id, reason: null });
          if (answer.ok) showToast({ kind: 'good', text: t('devices.retire.done') });
        }}
      >
        <p className="dialog-text">{t('devices.retire.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('devices.delete.title')}
        isOpen={dialog === 'delete'}
        onClose={onClose}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={async () => {
          const answer = await remove({ id });
          if (answer.ok) navigate('/devices');
        }}
      >
        <p className="dialog-text">{t('devices.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};
