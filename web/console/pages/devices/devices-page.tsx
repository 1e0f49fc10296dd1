import { FileUp, Smartphone } from 'lucide-react';
import { Link } from 'wouter';
import { DevicesDocument, type DevicesQuery, type DeviceWhereInput } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField, SearchField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { AppFilter } from './app-filter.js';

type DeviceLine = DevicesQuery['devices']['nodes'][number];
type State = 'all' | 'active' | 'retired';

const PAGE_SIZE = 25;
const FILTERS = ['user', 'app', 'tag', 'state', 'foreign'] as const;
const STATES: readonly State[] = ['active', 'retired', 'all'];

const stateOf = (text: string): State => STATES.find((state) => state === text) ?? 'active';

const toWhere = (filters: Readonly<Record<(typeof FILTERS)[number], string>>): DeviceWhereInput => {
  const state = stateOf(filters.state);
  return {
    ...(filters.user === '' ? {} : { externalUserIds: [filters.user] }),
    ...(filters.app === '' ? {} : { appIds: [filters.app] }),
    ...(filters.tag === '' ? {} : { tag: filters.tag }),
    ...(filters.foreign === 'yes' ? { foreignSubscription: true } : {}),
    ...(state === 'active' ? { active: true } : state === 'retired' ? { retired: true } : {}),
  };
};

const DevicesPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const { filters, change, cursor } = useListAddress(FILTERS);
  const user = useDebounced(filters.user.trim());
  const tag = useDebounced(filters.tag.trim());
  const where = toWhere({ ...filters, user, tag });
  const { data, error, isLoading, refresh } = usePageQuery(DevicesDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    where,
  });
  const isNarrowed = Object.keys(where).some((name) => name !== 'active');
  return (
    <>
      <PageHeader
        title={t('nav.devices')}
        lead={t('devices.lead')}
        actions={
          mayWrite && (
            <LinkButton href="/import" icon={<FileUp size={16} aria-hidden />}>
              {t('nav.import')}
            </LinkButton>
          )
        }
      />
      <div className="toolbar">
        <SearchField label={t('devices.search')} value={filters.user} onChange={(next) => change({ user: next })} />
        <SearchField label={t('devices.tag')} value={filters.tag} onChange={(next) => change({ tag: next })} />
        <AppFilter value={filters.app} onChange={(app) => change({ app })} />
        <ChoiceField
          label={t('devices.state')}
          isLabelHidden
          look="segments"
          value={stateOf(filters.state)}
          choices={STATES.map((id) => ({ id, name: t(`devices.state.${id}`) }))}
          onChange={(state) => change({ state })}
        />
      </div>
      {filters.foreign === 'yes' && (
        <Banner
          kind="warn"
          title={t('devices.foreign')}
          action={
            <LinkButton size="small" href={`/devices?app=${filters.app}`}>
              {t('action.clear')}
            </LinkButton>
          }
        />
      )}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card isFlush>
        {isLoading && <Skeleton lines={6} />}
        {data?.devices.nodes.length === 0 && <NoDevices isNarrowed={isNarrowed} />}
        {data && data.devices.nodes.length > 0 && (
          <>
            <DeviceTable devices={data.devices.nodes} />
            <Pager cursor={cursor} pageInfo={data.devices.pageInfo} label={t('nav.devices')} />
          </>
        )}
      </Card>
    </>
  );
};

export default DevicesPage;

const NoDevices = ({ isNarrowed }: { readonly isNarrowed: boolean }) => {
  const { t } = useWords();
  if (isNarrowed) return <EmptyState title={t('devices.none.narrowed')}>{t('devices.none.narrowed.text')}</EmptyState>;
  return (
    <EmptyState
      icon={<Smartphone size={22} aria-hidden />}
      title={t('devices.none')}
      action={<LinkButton href="/apps">{t('devices.none.action')}</LinkButton>}
    >
      {t('devices.none.text')}
    </EmptyState>
  );
};

const DeviceTable = ({ devices }: { readonly devices: readonly DeviceLine[] }) => {
  const { t, format } = useWords();
  return (
    <Table
      label={t('nav.devices')}
      rows={devices}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'device',
          name: t('devices.device'),
          cell: ({ id, deviceId, externalUserId, app, platform }) => (
            <div className="cell-main">
              <Link href={`/devices/${id}`} className="cell-name">
                {externalUserId ?? t('devices.number', { id: deviceId })}
              </Link>
              <span className="cell-about">{[app.name, platform].filter(Boolean).join(' · ')}</span>
            </div>
          ),
        },
        {
          id: 'language',
          name: t('devices.languageAndCountry'),
          isMinor: true,
          cell: ({ language, country }) =>
            [language ? format.language(language) : null, country ? format.country(country) : null]
              .filter(Boolean)
              .join(', ') || t('state.unknown'),
        },
        { id: 'state', name: t('devices.state'), cell: (device) => <DeviceState device={device} /> },
        {
          id: 'heard',
          name: t('devices.lastActiveAt'),
          isMinor: true,
          cell: ({ lastActiveAt }) => <time dateTime={lastActiveAt}>{format.relative(lastActiveAt)}</time>,
        },
      ]}
    />
  );
};

export const DeviceState = ({
  device: { active, retiredAt },
}: {
  readonly device: { readonly active: boolean; readonly retiredAt?: string | null };
}) => {
  const { t } = useWords();
  if (retiredAt) return <Badge tone="bad">{t('devices.retired')}</Badge>;
  return active ? <Badge tone="good">{t('devices.active')}</Badge> : <Badge>{t('devices.asleep')}</Badge>;
};
