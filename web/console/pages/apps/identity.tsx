import { useState } from 'react';
import { AppIdentityDocument, AppIdentitySecretRotateDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Badge, Card } from '../../ui/page.js';
import { type Overlap, OverlapField, SecretDialog, toOverlap } from '../../ui/secret-dialog.js';
import { showToast } from '../../ui/toast.js';
import type { AppDetail } from './app-page.js';

/** Identity verification: whether devices must prove which user they belong to, and the secret for that proof. */
export const Identity = ({ app: { id, identityVerification } }: { readonly app: AppDetail }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [update] = useAction(AppIdentityDocument);
  const isRequired = identityVerification === 'REQUIRED';
  const close = () => setIsAsking(false);
  const { ask, dialog } = useConfirm();
  const turn = async () => {
    const answer = await update({ id, input: { identityVerification: isRequired ? 'OFF' : 'REQUIRED' } });
    if (!answer.ok) return;
    setSecret(answer.data.identitySecret ?? null);
    showToast({ kind: 'good', text: t(isRequired ? 'apps.identity.isOff' : 'apps.identity.isRequired') });
  };
  const confirmTurn = () =>
    ask({
      title: t(isRequired ? 'apps.identity.stop.title' : 'apps.identity.require.title'),
      text: t(isRequired ? 'apps.identity.stop.text' : 'apps.identity.require.text'),
      confirm: t(isRequired ? 'apps.identity.stop' : 'apps.identity.require'),
      isDangerous: isRequired,
      onConfirm: turn,
    });
  return (
    <Card
      title={t('apps.identity')}
      lead={t('apps.identity.lead')}
      aside={
        <Badge tone={isRequired ? 'good' : 'neutral'}>
          {t(isRequired ? 'apps.identity.REQUIRED' : 'apps.identity.OFF')}
        </Badge>
      }
    >
      <div className="stack">
        <p>{t(`apps.identity.about.${identityVerification}`)}</p>
        {!isRequired && (
          <ol className="numbered">
            <li>
              <p>{t('apps.identity.step.secret')}</p>
            </li>
            <li>
              <p>{t('apps.identity.step.hash')}</p>
            </li>
            <li>
              <p>{t('apps.identity.step.require')}</p>
            </li>
          </ol>
        )}
        {mayWrite && (
          <div className="row">
            <Button onPress={() => setIsAsking(true)}>{t('apps.identity.newSecret')}</Button>
            <Button variant="quiet" onPress={confirmTurn}>
              {t(isRequired ? 'apps.identity.stop' : 'apps.identity.require')}
            </Button>
          </div>
        )}
      </div>
      {dialog}
      {isAsking && (
        <NewSecret
          id={id}
          onClose={close}
          onMade={(made) => {
            close();
            setSecret(made);
          }}
        />
      )}
      <SecretDialog
        title={t('apps.identity.secret')}
        text={t('apps.identity.secret.text')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Card>
  );
};

const NewSecret = ({
  id,
  onClose,
  onMade,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}) => {
  const { t } = useTranslation();
  const [rotate] = useAction(AppIdentitySecretRotateDocument, { quiet: true });
  const form = useForm({
    initial: { overlap: '7d' as Overlap },
    save: ({ overlap }) => rotate({ id, overlap: toOverlap(overlap) }),
    onSaved: ({ identitySecret }) => identitySecret && onMade(identitySecret),
  });
  return (
    <FormDialog
      form={form}
      title={t('apps.identity.newSecret')}
      confirm={t('apps.identity.make')}
      size="small"
      onClose={onClose}
    >
      <p className="dialog-text">{t('apps.identity.newSecret.text')}</p>
      <OverlapField value={form.values.overlap} onChange={(overlap) => form.change({ overlap })} />
    </FormDialog>
  );
};
