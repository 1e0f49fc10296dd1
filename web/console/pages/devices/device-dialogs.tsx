import { useState } from 'react';
import {
  DevicePushTestDocument,
  type DevicePushTestMutation,
  DeviceUpdateDocument,
  PushChoicesDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { LinkButton } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Banner, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import type { DeviceData } from './device-page.js';

interface DeviceDialogProps {
  readonly device: DeviceData;
  readonly onClose: () => void;
}

const NAMES = {
  externalUserId: 'devices.user',
  language: 'devices.languageTag',
  country: 'devices.countryCode',
  timeZone: 'devices.timeZone',
} as const;
type Field = keyof typeof NAMES;
const FIELDS = Object.keys(NAMES) as readonly Field[];

export const EditDeviceDialog = ({ device, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation();
  const [update] = useAction(DeviceUpdateDocument, { quiet: true });
  const texts = Object.fromEntries(FIELDS.map((field) => [field, device[field] ?? ''])) as Record<Field, string>;
  const form = useForm({
    initial: { ...texts, tags: device.tags as readonly string[] },
    fields: FIELDS,
    save: ({ tags, ...values }) => {
      // Sends only changed fields, so that values the device reported since then are kept.
      const changed = FIELDS.filter((field) => values[field].trim() !== (device[field] ?? ''));
      const input = {
        ...Object.fromEntries(changed.map((field) => [field, values[field].trim() || null])),
        ...(tags.join('\n') === device.tags.join('\n') ? {} : { tags: [...tags] }),
      };
      return update({ id: device.id, input });
    },
    onSaved: onClose,
  });
  const { tags } = form.values;
  return (
    <FormDialog form={form} title={t('devices.edit')} onClose={onClose}>
      {FIELDS.map((field) => (
        <TextField key={field} label={t(NAMES[field])} {...form.text(field)} autoComplete="off" />
      ))}
      <ChipsField
        label={t('devices.tags')}
        options={tags.map((tag) => ({ id: tag, name: tag }))}
        value={tags}
        onChange={(next) => form.change({ tags: next })}
        takesOthers
        placeholder={t('devices.tags.add')}
      />
    </FormDialog>
  );
};

type Result = NonNullable<DevicePushTestMutation['pushTest']['result']>;

export const TestPushDialog = ({ device, onClose }: DeviceDialogProps) => {
  const { t, format } = useTranslation();
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
      isOpen
      onClose={onClose}
      confirm={{
        name: t('devices.test.send'),
        onPress: () => void send(),
        isPending: isBusy,
        isDisabled: pushId === null,
      }}
      dismiss={t('action.close')}
    >
      {isLoading && <Skeleton lines={3} />}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      {data && pushes.length === 0 && (
        <EmptyState
          title={t('devices.test.none')}
          action={<LinkButton href="/campaigns/new">{t('nav.newCampaign')}</LinkButton>}
          text={t('devices.test.none.text')}
        />
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
