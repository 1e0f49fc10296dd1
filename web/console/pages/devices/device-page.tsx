import { Ban, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import {
  DeviceDeleteDocument,
  DeviceDocument,
  DevicePreferencesDocument,
  type DeviceQuery,
  DeviceRetireDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { Found } from '../../ui/found.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, EmptyState, ErrorNote, Facts, PageHeader, Skeleton } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { showToast } from '../../ui/toast.js';
import { useAttributeText } from '../users/attribute-values.js';
import { PreferencesCard } from '../users/preferences-card.js';
import { Deliveries } from './deliveries.js';
import { EditDeviceDialog, TestPushDialog } from './device-dialogs.js';
import { DeviceState } from './devices-page.js';

export type DeviceData = NonNullable<DeviceQuery['device']>;
type OpenDialog = 'edit' | 'test';

const DevicePage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const query = usePageQuery(DeviceDocument, { id });
  return (
    <Found query={query} item={query.data?.device} parent={{ href: '/devices', name: t('nav.devices') }}>
      {(device) => <Details device={device} />}
    </Found>
  );
};

export default DevicePage;

const Details = ({ device }: { readonly device: DeviceData }) => {
  const { t } = useTranslation();
  const { inFull } = useReasons();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
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
      <div className="columns">
        <Attributes device={device} />
        {device.externalUserId === null && <Preferences deviceId={device.id} />}
      </div>
      <Card title={t('devices.deliveries')} lead={t('devices.deliveries.lead')} isFlush>
        <Deliveries deviceId={device.id} />
      </Card>
      {dialog === 'edit' && <EditDeviceDialog device={device} onClose={close} />}
      {dialog === 'test' && <TestPushDialog device={device} onClose={close} />}
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
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const maySend = useMay('send');
  const [, navigate] = useLocation();
  const [retire] = useAction(DeviceRetireDocument);
  const [remove] = useAction(DeviceDeleteDocument);
  const { ask, askToDelete, dialog } = useConfirm();
  const { id, active, retiredAt } = device;
  const confirmRetire = () =>
    ask({
      title: t('devices.retire.title'),
      text: t('devices.retire.text'),
      confirm: t('devices.retire'),
      onConfirm: async () => {
        if ((await retire({ id, reason: null })).ok) showToast({ kind: 'good', text: t('devices.retire.done') });
      },
    });
  const confirmDelete = () =>
    askToDelete({
      title: t('devices.delete.title'),
      text: t('devices.delete.text'),
      onConfirm: async () => {
        if ((await remove({ id })).ok) navigate('/devices');
      },
    });
  return (
    <>
      {maySend && (
        <Button icon={Send} onPress={() => onOpen('test')} isDisabled={!active}>
          {t('devices.test')}
        </Button>
      )}
      {mayWrite && (
        <ActionMenu
          actions={[
            {
              name: t('devices.edit'),
              icon: Pencil,
              onAction: () => onOpen('edit'),
            },
            {
              name: t('devices.retire'),
              icon: Ban,
              isHidden: Boolean(retiredAt),
              onAction: confirmRetire,
            },
            {
              name: t('action.delete'),
              icon: Trash2,
              isDangerous: true,
              onAction: confirmDelete,
            },
          ]}
        />
      )}
      {dialog}
    </>
  );
};

const DeviceFacts = ({ device }: { readonly device: DeviceData }) => {
  const { t, format } = useTranslation();
  const unknown = t('state.unknown');
  return (
    <Facts
      facts={[
        [
          t('devices.user'),
          device.user ? (
            <Link key="user" href={`/users/${device.user.id}`}>
              {device.externalUserId}
            </Link>
          ) : (
            (device.externalUserId ?? t('state.none'))
          ),
        ],
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

/** The attributes that count for the device: its own, and those of its user. */
const Attributes = ({ device: { attributes, ownAttributes } }: { readonly device: DeviceData }) => {
  const { t } = useTranslation();
  const textOf = useAttributeText();
  const rows = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Card title={t('attributes.attributes')} lead={t('attributes.ofDevice.lead')} isFlush>
      {rows.length === 0 ? (
        <EmptyState title={t('users.attributes.none')} />
      ) : (
        <Table
          label={t('attributes.attributes')}
          rows={rows}
          keyOf={([key]) => key}
          columns={[
            { name: t('attributes.key'), cell: ([key]) => <code className="cell-name">{key}</code> },
            { name: t('segments.value'), cell: ([, value]) => <span className="cell-sentence">{textOf(value)}</span> },
            {
              name: t('attributes.source'),
              isMinor: true,
              cell: ([key]) => t(key in ownAttributes ? 'attributes.own' : 'attributes.ofUser'),
            },
          ]}
        />
      )}
    </Card>
  );
};

/** The choices of a device without a user. */
const Preferences = ({ deviceId }: { readonly deviceId: string }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(DevicePreferencesDocument, { id: deviceId });
  if (isLoading) return <Skeleton lines={3} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  return (
    <PreferencesCard
      preferences={data?.device?.preferences ?? []}
      subject={{ deviceId }}
      lead={t('preferences.lead.device')}
      onChanged={refresh}
    />
  );
};

const Events = ({ device: { events } }: { readonly device: DeviceData }) => {
  const { t, format } = useTranslation();
  const nameOfEvent = useEventName();
  if (events.nodes.length === 0)
    return <EmptyState title={t('devices.events.none')} text={t('devices.events.none.text')} />;
  return (
    <Table
      label={t('devices.events')}
      rows={events.nodes}
      keyOf={({ event, firstAt }) => event?.id ?? firstAt}
      columns={[
        {
          name: t('devices.event'),
          cell: ({ event }) => (event ? nameOfEvent(event) : t('state.deleted')),
        },
        { name: t('devices.count'), isNumber: true, cell: ({ count }) => format.number(count) },
        { name: t('devices.last'), cell: ({ lastAt }) => format.dateTime(lastAt) },
      ]}
    />
  );
};
