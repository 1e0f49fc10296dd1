import { useState } from 'react';
import {
  type AccountEventType,
  type WebhookAttemptLineFragment,
  WebhookCreateDocument,
  type WebhookLineFragment,
  type WebhookMode,
  WebhookReplayDocument,
  WebhookRotateSecretDocument,
  WebhookTestDocument,
  WebhookUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { CheckboxField, ChoiceField, SelectField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { type Overlap, OverlapField, toOverlap } from '../../ui/secret-dialog.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { AttemptResult } from './attempt-result.js';
import { EVENT_TYPES, EventTypesField } from './event-types.js';

type Line = WebhookLineFragment;

interface DialogProps {
  readonly webhook: Line;
  readonly onClose: () => void;
}

const MODES = ['SINGLE', 'BATCH'] as const satisfies readonly WebhookMode[];

/** Creates a webhook, or edits one. */
export const WebhookDialog = ({
  webhook,
  onClose,
  onSecret,
}: {
  readonly webhook: Line | null;
  readonly onClose: () => void;
  readonly onSecret?: (secret: string) => void;
}) => {
  const { t } = useTranslation();
  const [create] = useAction(WebhookCreateDocument, { quiet: true });
  const [update] = useAction(WebhookUpdateDocument, { quiet: true });
  const form = useForm({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      types: (webhook?.types ?? []) as readonly AccountEventType[],
      mode: (webhook?.mode ?? 'SINGLE') as WebhookMode,
      asymmetric: Boolean(webhook?.publicKey),
    },
    fields: ['url', 'description'],
    save: ({ url, description, types, ...rest }) => {
      const input = { url: url.trim(), description: description.trim(), types: [...types], ...rest };
      return webhook ? update({ id: webhook.id, input }) : create({ input, key: newKey() });
    },
    onSaved: (data) => {
      onClose();
      if ('secret' in data && typeof data.secret === 'string') onSecret?.(data.secret);
    },
  });
  const { types, mode, asymmetric } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(webhook ? 'webhooks.edit.title' : 'webhooks.new')}
      {...(webhook ? {} : { confirm: t('webhooks.create') })}
      isIncomplete={form.values.url.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.url.hint')}
        {...form.text('url')}
        type="url"
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextField label={t('webhooks.description')} {...form.text('description')} autoComplete="off" />
      <EventTypesField value={types} onChange={(next) => form.change({ types: next })} />
      <ChoiceField
        label={t('webhooks.mode')}
        look="segments"
        value={mode}
        choices={MODES.map((id) => ({ id, name: t(`webhooks.mode.${id}`) }))}
        onChange={(next) => form.change({ mode: next })}
      />
      <CheckboxField
        isSelected={asymmetric}
        onChange={(next) => form.change({ asymmetric: next })}
        hint={t('webhooks.asymmetric.hint')}
      >
        {t('webhooks.asymmetric')}
      </CheckboxField>
    </FormDialog>
  );
};

export const RotateDialog = ({
  webhook,
  onClose,
  onSecret,
}: DialogProps & { readonly onSecret: (secret: string) => void }) => {
  const { t } = useTranslation();
  const [rotate] = useAction(WebhookRotateSecretDocument, { quiet: true });
  const form = useForm({
    initial: { overlap: '1d' as Overlap },
    // Without an overlap the field is 0 minutes; an absent one means a day.
    save: ({ overlap }) => rotate({ id: webhook.id, overlap: toOverlap(overlap) ?? '0m', key: newKey() }),
    onSaved: ({ secret }) => {
      onClose();
      if (secret) onSecret(secret);
    },
  });
  return (
    <FormDialog form={form} title={t('webhooks.rotate')} confirm={t('webhooks.rotate')} size="small" onClose={onClose}>
      <p className="dialog-text">{t('webhooks.rotate.text')}</p>
      <OverlapField value={form.values.overlap} onChange={(overlap) => form.change({ overlap })} />
    </FormDialog>
  );
};

/** Stays open, so that people see the answer and can test another type. */
export const TestDialog = ({ webhook, onClose, onTested }: DialogProps & { readonly onTested: () => void }) => {
  const { t } = useTranslation();
  const [test] = useAction(WebhookTestDocument, { quiet: true });
  const [attempt, setAttempt] = useState<WebhookAttemptLineFragment | null>(null);
  const choices = webhook.types.length > 0 ? EVENT_TYPES.filter((type) => webhook.types.includes(type)) : EVENT_TYPES;
  const form = useForm({
    initial: { type: (choices[0] ?? 'MESSAGE_SENT') as AccountEventType },
    save: ({ type }) => test({ id: webhook.id, type }),
    onSaved: (data) => {
      setAttempt(data.attempt ?? null);
      onTested();
    },
  });
  return (
    <FormDialog form={form} title={t('webhooks.test')} confirm={t('webhooks.test')} size="small" onClose={onClose}>
      <p className="dialog-text">{t('webhooks.test.text')}</p>
      <SelectField
        label={t('webhooks.test.type')}
        value={form.values.type}
        options={choices.map((id) => ({ id, name: t(`webhooks.type.${id}`) }))}
        onChange={(type) => form.change({ type })}
      />
      {attempt && (
        <div role="status">
          <AttemptResult attempt={attempt} />
        </div>
      )}
    </FormDialog>
  );
};

export const ReplayDialog = ({ webhook, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const [replay] = useAction(WebhookReplayDocument, { quiet: true });
  const form = useForm({
    initial: { from: '', to: '' },
    fields: ['from', 'to'],
    save: ({ from, to }) =>
      replay({ id: webhook.id, input: { from: toInstant(from), ...(to ? { to: toInstant(to) } : {}) } }),
    onSaved: () => {
      showToast({ kind: 'good', text: t('webhooks.replay.started') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('webhooks.replay.range')}
      confirm={t('webhooks.replay')}
      size="small"
      isIncomplete={form.values.from === ''}
      onClose={onClose}
    >
      <p className="dialog-text">{t('webhooks.replay.text')}</p>
      <TextField label={t('webhooks.replay.from')} {...form.text('from')} type="datetime-local" isRequired />
      <TextField label={t('webhooks.replay.to')} {...form.text('to')} type="datetime-local" />
    </FormDialog>
  );
};

/** The field has the time of the browser. */
const toInstant = (local: string): string => new Date(local).toISOString();
