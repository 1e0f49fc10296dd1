import { useState } from 'react';
import { AppCredentialsUpdateDocument, AppUpdateDocument } from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Banner } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import type { AppDetail } from './app-page.js';
import { CredentialFields } from './credential-fields.js';
import { areComplete, type CredentialValues, toCredentials } from './credentials.js';

interface AppDialogProps {
  readonly app: AppDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const EditAppDialog = (props: AppDialogProps) => (props.isOpen ? <EditApp {...props} /> : null);

const EditApp = ({ app, isOpen, onClose }: AppDialogProps) => {
  const { t } = useWords();
  const [name, setName] = useState(app.name);
  const [link, setLink] = useState(app.link ?? '');
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [update, isBusy] = useAction(AppUpdateDocument, { quiet: true });
  const errorOf = (field: string) => errors.find((error) => error.field?.includes(field))?.message ?? null;
  const save = async () => {
    const answer = await update({ id: app.id, input: { name, link: link.trim() === '' ? null : link.trim() } });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  return (
    <Dialog
      title={t('apps.edit')}
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
      {errors.some(({ field }) => !field) && (
        <Banner kind="bad">{errors.map(({ message }) => message).join(' ')}</Banner>
      )}
      <TextField label={t('apps.name')} value={name} onChange={setName} error={errorOf('name')} isRequired autoFocus />
      <TextField
        label={t('apps.link')}
        hint={t('apps.link.hint')}
        type="url"
        value={link}
        onChange={setLink}
        error={errorOf('link')}
      />
    </Dialog>
  );
};

export const CredentialsDialog = (props: AppDialogProps) => (props.isOpen ? <ReplaceCredentials {...props} /> : null);

const ReplaceCredentials = ({ app, isOpen, onClose }: AppDialogProps) => {
  const { t } = useWords();
  const [values, setValues] = useState<CredentialValues>({});
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [update, isBusy] = useAction(AppCredentialsUpdateDocument, { quiet: true });
  const errorOf = (field: string) => errors.find((error) => error.field?.includes(field))?.message ?? null;
  const save = async () => {
    const credentials = toCredentials(app.pushProvider, values);
    if (credentials === null) return;
    const answer = await update({ id: app.id, credentials });
    if (!answer.ok) return setErrors(answer.errors);
    showToast({ kind: 'good', text: t('apps.credentials.replaced') });
    onClose();
  };
  return (
    <Dialog
      title={t('apps.credentials.replace')}
      size="large"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            onPress={() => void save()}
            isPending={isBusy}
            isDisabled={!areComplete(app.pushProvider, values)}
          >
            {t('action.save')}
          </Button>
        </>
      }
    >
      {errors.length > 0 && <Banner kind="bad">{errors.map(({ message }) => message).join(' ')}</Banner>}
      <CredentialFields provider={app.pushProvider} values={values} onChange={setValues} errorOf={errorOf} />
    </Dialog>
  );
};
