import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type CampaignPushFragment,
  MessageTemplateCreateDocument,
  MessageTemplateDeleteDocument,
  MessageTemplatesDocument,
  type MessageTemplatesQuery,
  MessageTemplateUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog, useConfirm } from '../../ui/dialog.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Banner, ErrorNote, Skeleton } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { toMessage } from './from-campaign.js';
import { type Message, titleOf } from './state.js';
import { toPushInput } from './to-input.js';
import type { MessageDialogProps } from './utm-dialog.js';

type Template = MessageTemplatesQuery['messageTemplates']['nodes'][number];

export const SaveTemplateDialog = ({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [create] = useAction(MessageTemplateCreateDocument, { quiet: true });
  const [key] = useState(newKey);
  const form = useForm({
    initial: { name: titleOf(message) },
    fields: ['name'],
    save: ({ name }) => create({ input: { name, content: toPushInput(message) }, key: `${key} ${name}`.slice(0, 255) }),
    onSaved: (_saved) => {
      showToast({ kind: 'good', text: t('templates.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('templates.save')}
      size="small"
      isIncomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField label={t('templates.name')} {...form.text('name')} hint={t('templates.saveHint')} autoFocus />
    </FormDialog>
  );
};

/** The saved templates, to start from one, rename it or delete it. */
export const TemplatesDialog = ({ message, onChange, onClose }: MessageDialogProps) => {
  const { t } = useTranslation();
  const [after, setAfter] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<Template | null>(null);
  const { data, error, isLoading, refresh } = usePageQuery(MessageTemplatesDocument, { after });
  const [remove] = useAction(MessageTemplateDeleteDocument);
  const { askToDelete, dialog } = useConfirm();
  const templates = data?.messageTemplates.nodes ?? [];
  const pageInfo = data?.messageTemplates.pageInfo;
  const use = ({ name, content }: Template) => {
    onChange(fromTemplate(content, message));
    showToast({ kind: 'good', text: t('templates.used', { name }) });
    onClose();
  };
  const confirmDelete = ({ id, name }: Template) =>
    askToDelete({
      title: t('templates.delete', { name }),
      text: t('templates.deleteText'),
      onConfirm: async () => {
        if ((await remove({ id })).ok) refresh();
      },
    });
  return (
    <Dialog
      title={t('templates.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          {after !== null && <Button onPress={() => setAfter(null)}>{t('image.newest')}</Button>}
          {pageInfo?.hasNextPage && (
            <Button onPress={() => setAfter(pageInfo.endCursor ?? null)}>{t('image.older')}</Button>
          )}
          <Button onPress={onClose}>{t('action.cancel')}</Button>
        </>
      }
    >
      {titleOf(message) !== '' && templates.length > 0 && <Banner>{t('templates.replaces')}</Banner>}
      {error && !data && <ErrorNote error={error} />}
      {isLoading && <Skeleton lines={4} />}
      {data && templates.length === 0 && <p className="dialog-text">{t('templates.none')}</p>}
      <ul className="list-rows">
        {templates.map((template) => (
          <TemplateRow
            key={template.id}
            template={template}
            onUse={() => use(template)}
            onRename={() => setRenamed(template)}
            onDelete={() => confirmDelete(template)}
          />
        ))}
      </ul>
      {renamed && <RenameDialog template={renamed} onRenamed={refresh} onClose={() => setRenamed(null)} />}
      {dialog}
    </Dialog>
  );
};

const TemplateRow = ({
  template: { name, updatedAt },
  onUse,
  onRename,
  onDelete,
}: {
  readonly template: Template;
  readonly onUse: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}) => {
  const { t, format } = useTranslation();
  return (
    <li className="list-row list-row-head">
      <span>
        <span className="cell-name">{name}</span>
        <span className="field-hint"> {t('campaigns.changed', { when: format.relative(updatedAt) })}</span>
      </span>
      <span className="row">
        <Button size="small" onPress={onUse} aria-label={t('templates.useNamed', { name })}>
          {t('templates.use')}
        </Button>
        <IconButton label={t('templates.rename', { name })} size="small" icon={Pencil} onPress={onRename} />
        <IconButton label={t('action.remove', { name })} size="small" icon={Trash2} onPress={onDelete} />
      </span>
    </li>
  );
};

const RenameDialog = ({
  template: { id, name },
  onRenamed,
  onClose,
}: {
  readonly template: Template;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [update] = useAction(MessageTemplateUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { name },
    fields: ['name'],
    save: (values) => update({ id, input: values }),
    onSaved: (_saved) => {
      onRenamed();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('templates.rename', { name })}
      size="small"
      isIncomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField label={t('templates.name')} {...form.text('name')} autoFocus />
    </FormDialog>
  );
};

/**
 * A template is an input, which has the fields of a push. The message stays the same push, active or not, and keeps its
 * category if the template has none.
 */
const fromTemplate = (content: unknown, { pushId, isActive, categoryId, weight }: Message): Message => ({
  ...toMessage({ ...(content as CampaignPushFragment), id: '', active: isActive }),
  pushId,
  weight,
  categoryId: (content as { readonly categoryId?: string | null }).categoryId ?? categoryId,
});
