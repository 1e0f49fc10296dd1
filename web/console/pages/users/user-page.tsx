import { useState } from 'react';
import { Link, useParams } from 'wouter';
import {
  type DeliveryLineFragment,
  UserDeliveriesDocument,
  UserDocument,
  UserPreferencesDocument,
  type UserQuery,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Dialog } from '../../ui/dialog.js';
import { Found } from '../../ui/found.js';
import { Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { NameCell, Table } from '../../ui/table.js';
import { DeliveryTable } from '../devices/deliveries.js';
import { DeviceState } from '../devices/devices-page.js';
import { TraceOf } from '../runs/trace.js';
import { PreferencesCard } from './preferences-card.js';
import { UserAttributes } from './user-attributes.js';
import { UserDataCard } from './user-data.js';

type UserData = NonNullable<UserQuery['user']>;
type UserDevice = UserData['devices']['nodes'][number];

/** Everything known about one end user. */
const UserPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const query = usePageQuery(UserDocument, { id });
  return (
    <Found query={query} item={query.data?.user} parent={{ href: '/users', name: t('nav.users') }}>
      {(user) => <Profile user={user} />}
    </Found>
  );
};

export default UserPage;

const Profile = ({ user }: { readonly user: UserData }) => {
  const { t, format } = useTranslation();
  const { devices } = user;
  return (
    <>
      <PageHeader
        title={user.externalUserId}
        lead={t('users.since', { at: format.date(user.createdAt), changed: format.dateTime(user.updatedAt) })}
        parent={{ href: '/users', name: t('nav.users') }}
      />
      <div className="columns">
        <UserAttributes person={user} />
        <Preferences user={user} />
      </div>
      <div className="columns">
        <Card title={t('nav.devices')} lead={t('users.devices.lead')} isFlush>
          <Devices devices={devices.nodes} />
          {devices.pageInfo.hasNextPage && (
            <p className="list-row">
              <Link href={`/devices?user=${encodeURIComponent(user.externalUserId)}`}>{t('users.devices.all')}</Link>
            </p>
          )}
        </Card>
        <Card title={t('devices.events')} lead={t('devices.events.lead')} isFlush>
          <Events devices={devices.nodes} />
        </Card>
      </div>
      <Card title={t('devices.deliveries')} lead={t('users.deliveries.lead')} isFlush>
        <Messages userId={user.id} />
      </Card>
      <UserDataCard externalUserId={user.externalUserId} />
    </>
  );
};

const Preferences = ({ user: { id, externalUserId } }: { readonly user: UserData }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(UserPreferencesDocument, { id });
  if (isLoading) return <Skeleton lines={4} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  return (
    <PreferencesCard
      preferences={data?.user?.preferences ?? []}
      subject={{ externalUserId }}
      lead={t('preferences.lead')}
      onChanged={refresh}
    />
  );
};

const Devices = ({ devices }: { readonly devices: readonly UserDevice[] }) => {
  const { t, format } = useTranslation();
  if (devices.length === 0) return <EmptyState title={t('users.devices.none')} text={t('users.devices.none.text')} />;
  return (
    <Table
      label={t('nav.devices')}
      rows={devices}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('devices.app'),
          cell: ({ id, deviceId, app, platform }) => (
            <NameCell
              href={`/devices/${id}`}
              name={app.name}
              about={[platform, t('devices.number', { id: deviceId })].filter(Boolean).join(' · ')}
            />
          ),
        },
        { name: t('devices.state'), cell: (device) => <DeviceState device={device} /> },
        {
          name: t('devices.lastActiveAt'),
          isMinor: true,
          cell: ({ lastActiveAt }) => <time dateTime={lastActiveAt}>{format.relative(lastActiveAt)}</time>,
        },
      ]}
    />
  );
};

interface EventTotal {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly count: number;
  readonly lastAt: string;
}

/** Adds up the events of all devices, latest first. */
const totalsOf = (devices: readonly UserDevice[]): readonly EventTotal[] => {
  const totals = new Map<string, EventTotal>();
  for (const { event, count, lastAt } of devices.flatMap(({ events }) => events.nodes)) {
    if (!event) continue;
    const before = totals.get(event.id);
    const latest = before && before.lastAt > lastAt ? before.lastAt : lastAt;
    totals.set(event.id, { ...event, count: count + (before?.count ?? 0), lastAt: latest });
  }
  return [...totals.values()].toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
};

const Events = ({ devices }: { readonly devices: readonly UserDevice[] }) => {
  const { t, format } = useTranslation();
  const nameOfEvent = useEventName();
  const totals = totalsOf(devices);
  if (totals.length === 0) return <EmptyState title={t('devices.events.none')} text={t('devices.events.none.text')} />;
  return (
    <Table
      label={t('devices.events')}
      rows={totals}
      keyOf={({ id }) => id}
      columns={[
        { name: t('devices.event'), cell: (event) => nameOfEvent(event) },
        { name: t('devices.count'), isNumber: true, cell: ({ count }) => format.number(count) },
        { name: t('devices.last'), cell: ({ lastAt }) => format.dateTime(lastAt) },
      ]}
    />
  );
};

const MESSAGES_SHOWN = 20;

type Line = DeliveryLineFragment & { readonly deviceId: string };

/** The latest messages to a few devices of the user: more would cost too much. Each device's page has all of its own. */
const Messages = ({ userId }: { readonly userId: string }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(UserDeliveriesDocument, { id: userId });
  const [traced, setTraced] = useState<Line | null>(null);
  if (isLoading) return <Skeleton lines={5} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const lines: readonly Line[] = (data?.user?.devices.nodes ?? [])
    .flatMap(({ id, deliveries }) => deliveries.nodes.map((line) => ({ ...line, deviceId: id })))
    .toSorted((a, b) => (a.recordedAt < b.recordedAt ? 1 : -1))
    .slice(0, MESSAGES_SHOWN);
  if (lines.length === 0) return <EmptyState title={t('devices.deliveries.none')} />;
  return (
    <>
      <DeliveryTable deliveries={lines} onTrace={setTraced} />
      <Dialog title={t('devices.why')} size="large" isOpen={traced !== null} onClose={() => setTraced(null)}>
        {traced !== null && <TraceOf runId={traced.run.id} deviceId={traced.deviceId} />}
      </Dialog>
    </>
  );
};
