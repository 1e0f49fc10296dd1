import { Shuffle, X } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import {
  ComposerTestDevicesDocument,
  type ComposerTestDevicesQuery,
  FindUsersDocument,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField } from '../../ui/fields.js';
import type { Person } from './exact-preview.js';

type Device = ComposerTestDevicesQuery['devices']['nodes'][number];

const RANDOM = 3;

/** Chooses whose values the preview shows: those of a user, or of one of three random devices. */
export const PreviewPerson = ({
  person,
  onChange,
}: {
  readonly person: Person | null;
  readonly onChange: (person: Person | null) => void;
}) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim());
  const { data } = usePageQuery(
    FindUsersDocument,
    { where: { externalUserIdStartsWith: wanted } },
    { pause: wanted === '' },
  );
  const [devices, shuffle] = useRandomDevices();
  const users = wanted === '' ? [] : (data?.users.nodes ?? []);
  return (
    <section className="stack preview-person" aria-label={t('person.title')}>
      <ChipsField
        label={t('person.user')}
        options={users.map(({ externalUserId }) => ({ id: externalUserId, name: externalUserId }))}
        value={person?.kind === 'user' ? [person.externalUserId] : []}
        onChange={([id]) => onChange(id === undefined ? null : { kind: 'user', externalUserId: id })}
        onSearch={setTyped}
        placeholder={t('person.placeholder')}
        takesOthers
        isSingle
      />
      <div className="row">
        <Button size="small" icon={Shuffle} onPress={shuffle}>
          {t('person.random')}
        </Button>
        {person !== null && (
          <Button size="small" variant="quiet" icon={X} onPress={() => onChange(null)}>
            {t('person.nobody')}
          </Button>
        )}
      </div>
      {devices.length > 0 && (
        <ChoiceField
          label={t('person.devices')}
          isLabelHidden
          value={person?.kind === 'device' ? person.deviceId : null}
          choices={devices.map(({ id, deviceId, externalUserId, app, language }) => ({
            id,
            name: externalUserId ?? t('test.device', { id: deviceId }),
            about: [app.name, language].filter(Boolean).join(' · '),
          }))}
          onChange={(deviceId) => onChange({ kind: 'device', deviceId })}
        />
      )}
    </section>
  );
};

/** Three of the devices that the list begins with, others at each call. */
const useRandomDevices = () => {
  const client = useClient();
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const shuffle = async () => {
    const { data } = await client.query(ComposerTestDevicesDocument, { where: { active: true } }).toPromise();
    const drawn = (data?.devices.nodes ?? []).map((device) => ({ device, lot: Math.random() }));
    setDevices(
      drawn
        .toSorted((a, b) => a.lot - b.lot)
        .slice(0, RANDOM)
        .map(({ device }) => device),
    );
  };
  return [devices, () => void shuffle()] as const;
};
