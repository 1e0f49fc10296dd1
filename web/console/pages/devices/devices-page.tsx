import { FileUp, Send, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { DevicesDocument, type DeviceWhereInput } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { CheckboxField } from '../../ui/fields.js';
import { defineList, List, useList } from '../../ui/list.js';
import { Badge, Banner, EmptyState, PageHeader } from '../../ui/page.js';
import { NameCell } from '../../ui/table.js';
import { AppFilter } from './app-filter.js';

const STATES: Readonly<Record<string, DeviceWhereInput>> = { active: { active: true }, retired: { retired: true } };

const DEVICES = defineList({
  query: DevicesDocument,
  pageOf: ({ devices }) => devices,
  filters: [
    { kind: 'search', name: 'user', label: 'devices.search' },
    { kind: 'search', name: 'tag', label: 'devices.tag' },
    { kind: 'field', name: 'app', Field: AppFilter },
    {
      kind: 'segments',
      name: 'state',
      label: 'devices.state',
      choices: (['active', 'retired', 'all'] as const).map((state) => [state, `devices.state.${state}`] as const),
    },
    { kind: 'linked', name: 'foreign' },
  ],
  toVariables: ({ user, app, tag, foreign, state }) => ({
    where: {
      ...(user === '' ? {} : { externalUserIds: [user] }),
      ...(app === '' ? {} : { appIds: [app] }),
      ...(tag === '' ? {} : { tag }),
      ...(foreign === 'yes' ? { foreignSubscription: true } : {}),
      ...STATES[state],
    },
  }),
});

const DevicesPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const maySend = useMay('send') && mayWrite;
  /** Stays while the list shows another page. */
  const [selected, setSelected] = useState<readonly string[]>([]);
  const list = useList(DEVICES);
  const { foreign, app } = list.values;
  return (
    <>
      <PageHeader
        title={t('nav.devices')}
        lead={t('devices.lead')}
        actions={
          mayWrite && (
            <>
              {maySend && (
                <LinkButton href="/send" icon={Send}>
                  {t('send.title')}
                </LinkButton>
              )}
              <LinkButton href="/import" icon={FileUp}>
                {t('nav.import')}
              </LinkButton>
            </>
          )
        }
      />
      <List
        list={list}
        label={t('nav.devices')}
        lines={6}
        empty={
          <EmptyState
            icon={Smartphone}
            title={t('devices.none')}
            action={<LinkButton href="/apps">{t('devices.none.action')}</LinkButton>}
            text={t('devices.none.text')}
          />
        }
        noneFound={<EmptyState title={t('devices.none.narrowed')} text={t('devices.none.narrowed.text')} />}
        columns={[
          {
            name: t('devices.device'),
            cell: ({ id, deviceId, externalUserId, app, platform }) => {
              const name = externalUserId ?? t('devices.number', { id: deviceId });
              return (
                <div className="cell-pick">
                  {maySend && (
                    <CheckboxField
                      isSelected={selected.includes(id)}
                      onChange={(isOn) => setSelected(isOn ? [...selected, id] : selected.filter((one) => one !== id))}
                    >
                      <span className="visually-hidden">{t('send.select', { name: `${name} (${deviceId})` })}</span>
                    </CheckboxField>
                  )}
                  <NameCell
                    href={`/devices/${id}`}
                    name={name}
                    about={[app.name, platform].filter(Boolean).join(' · ')}
                  />
                </div>
              );
            },
          },
          {
            name: t('devices.languageAndCountry'),
            isMinor: true,
            cell: ({ language, country }) =>
              [language ? format.language(language) : null, country ? format.country(country) : null]
                .filter(Boolean)
                .join(', ') || t('state.unknown'),
          },
          { name: t('devices.state'), cell: (device) => <DeviceState device={device} /> },
          {
            name: t('devices.lastActiveAt'),
            isMinor: true,
            cell: ({ lastActiveAt }) => <time dateTime={lastActiveAt}>{format.relative(lastActiveAt)}</time>,
          },
        ]}
      >
        {selected.length > 0 && (
          <Banner
            title={t('send.devices', { count: selected.length })}
            action={
              <span className="row">
                <LinkButton
                  size="small"
                  variant="primary"
                  href={`/send?devices=${selected.map(encodeURIComponent).join(',')}`}
                >
                  {t('send.write')}
                </LinkButton>
                <Button size="small" onPress={() => setSelected([])}>
                  {t('send.clear')}
                </Button>
              </span>
            }
          />
        )}
        {foreign === 'yes' && (
          <Banner
            kind="warn"
            title={t('devices.foreign')}
            action={
              <LinkButton size="small" href={`/devices?app=${app}`}>
                {t('action.clear')}
              </LinkButton>
            }
          />
        )}
      </List>
    </>
  );
};

export default DevicesPage;

export const DeviceState = ({
  device: { active, retiredAt },
}: {
  readonly device: { readonly active: boolean; readonly retiredAt?: string | null };
}) => {
  const { t } = useTranslation();
  if (retiredAt) return <Badge tone="bad">{t('devices.retired')}</Badge>;
  return active ? <Badge tone="good">{t('devices.active')}</Badge> : <Badge>{t('devices.asleep')}</Badge>;
};
