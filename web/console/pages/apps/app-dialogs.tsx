import { AppCredentialsUpdateDocument, AppUpdateDocument } from '../../graph/generated/graphql.js';
import { type Answer, useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import type { AppDetail } from './app-page.js';
import { CredentialFields } from './credential-fields.js';
import { areComplete, type CredentialValues, toCredentials } from './credentials.js';

interface AppDialogProps {
  readonly app: AppDetail;
  readonly onClose: () => void;
}

export const EditAppDialog = ({ app, onClose }: AppDialogProps) => {
  const { t } = useTranslation();
  const [update] = useAction(AppUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { name: app.name, link: app.link ?? '', icon: app.icon ?? '' },
    fields: ['name', 'link', 'icon'],
    save: ({ name, link, icon }) =>
      update({ id: app.id, input: { name, link: link.trim() || null, icon: icon.trim() || null } }),
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('apps.edit')} onClose={onClose}>
      <TextField label={t('apps.name')} {...form.text('name')} isRequired autoFocus />
      <TextField label={t('apps.link')} hint={t('apps.link.hint')} type="url" {...form.text('link')} />
      <TextField label={t('apps.icon')} hint={t('apps.icon.hint')} type="url" {...form.text('icon')} />
    </FormDialog>
  );
};

export const CredentialsDialog = ({ app, onClose }: AppDialogProps) => {
  const { t } = useTranslation();
  const [update] = useAction(AppCredentialsUpdateDocument, { quiet: true });
  const form = useForm({
    initial: {} as CredentialValues,
    save: async (values): Promise<Answer<unknown>> => {
      const credentials = toCredentials(app.pushProvider, values);
      return credentials === null ? { ok: false, errors: [] } : update({ id: app.id, credentials });
    },
    onSaved: () => {
      showToast({ kind: 'good', text: t('apps.credentials.replaced') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('apps.credentials.replace')}
      size="large"
      isIncomplete={!areComplete(app.pushProvider, form.values)}
      onClose={onClose}
    >
      <CredentialFields
        provider={app.pushProvider}
        values={form.values}
        onChange={form.replace}
        errorOf={form.errorOf}
      />
    </FormDialog>
  );
};
