import { useState } from 'react';
import {
  DevicePushTestDocument,
  type DevicePushTestMutation,
  DeviceUpdateDocument,
  PushChoicesDocument,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { Banner, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import type { DeviceData } from './device-page.js';

interface DeviceDialogProps {
  readonly device: DeviceData;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const EditDeviceDialog = (props: DeviceDialogProps) => (props.isOpen ? <EditDevice {...props} /> : null);

const FIELDS = ['externalUserId', 'language', 'country', 'timeZone'] as const;
type Field = (typeof FIELDS)[number];
const NAMES = {
  externalUserId: 'devices.user',
  language: 'devices.languageTag',
  country: 'devices.countryCode',
  timeZone: 'devices.timeZone',
} as const;

const EditDevice = ({ device, isOpen, onClose }: DeviceDialogProps) => {
  const { t } = useWords();
  const [values, setValues] = useState<Readonly<Record<Field, string>>>(() => ({
    externalUserId: device.externalUserId ?? '',
    language: device.language ?? '',
    country: device.country ?? '',
    timeZone: device.timeZone ?? '',
  }));
  const [tags, setTags] = useState<readonly string[]>(device.tags);
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [update, isBusy] = useAction(DeviceUpdateDocument, { quiet: true });
  const save = async () => {
    // Only what was changed: what a device reports meanwhile is not undone.
    const changed = FIELDS.filter((field) => values[field].trim() !== (device[field] ?? ''));
    const input = {
      ...Object.fromEntries(changed.map((field) => [field, values[field].trim() === '' ? null : values[field].trim()])),
      ...(tags.join('\n') === device.tags.join('\n') ? {} : { tags: [...tags] }),
    };
    const answer = await update({ id: device.id, input });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  const errorOf = (field: string) => errors.find((error) => error.field?.includes(field))?.message ?? null;
  const others = errors.filter(({ field }) => !field || !FIELDS.some((name) => field.includes(name)));
  return (
    <Dialog
      title={t('devices.edit')}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void save()} isPending={isBusy}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={t(NAMES[field])}
          value={values[field]}
          onChange={(value) => setValues({ ...values, [field]: value })}
          error={errorOf(field)}
          autoComplete="off"
        />
      ))}
      <ChipsField
        label={t('devices.tags')}
        options={tags.map((tag) => ({ id: tag, name: tag }))}
        value={tags}
        onChange={setTags}
        takesOthers
        placeholder={t('devices.tags.add')}
      />
    </Dialog>
  );
};

export const TestPushDialog = (props: DeviceDialogProps) => (props.isOpen ? <TestPush {...props} /> : null);

type Result = NonNullable<DevicePushTestMutation['pushTest']['result']>;

const TestPush = ({ device, isOpen, onClose }: DeviceDialogProps) => {
  const { t, format } = useWords();
  const { inFull } = useReasons();
  const { data, error, isLoading, refresh } = usePageQuery(PushChoicesDocument, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [test, isBusy] = useAction(DevicePushTestDocument);
  const pushes = data?.pushes.nodes ?? [];
  const pushId = chosen ?? pushes[0]?.id ?? null;
  const send = async () => {
    if (pushId === null) return;
    setResult(null);
    const answer = await test({ pushId, deviceId: device.id, key: newKey() });
    if (answer.ok) setResult(answer.data.result ?? null);
  };
  return (
    <Dialog
      title={t('devices.test')}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.close')}</Button>
          <Button variant="primary" onPress={() => void send()} isPending={isBusy} isDisabled={pushId === null}>
            {t('devices.test.send')}
          </Button>
        </>
      }
    >
      {isLoading && <Skeleton lines={3} />}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      {data && pushes.length === 0 && (
        <EmptyState
          title={t('devices.test.none')}
          action={<LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
        >
          {t('devices.test.none.text')}
        </EmptyState>
      )}
      {pushId !== null && (
        <SelectField
          label={t('devices.test.which')}
          value={pushId}
          options={pushes.map(({ id, name, translations }) => ({
            id,
            name: name ?? translations[0]?.title ?? t('state.unknown'),
            about: translations[0]?.text ?? '',
          }))}
          onChange={setChosen}
        />
      )}
      {result !== null && (
        <Banner kind={result.outcome === 'SENT' ? 'good' : 'bad'} title={t(`devices.test.${result.outcome}`)}>
          {result.outcome === 'SENT' ? t('devices.test.took', { ms: format.number(result.tookMs) }) : inFull(result)}
        </Banner>
      )}
    </Dialog>
  );
};
