import { useState } from 'react';
import { AppIdentityDocument, AppIdentitySecretRotateDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { Badge, Card } from '../../ui/page.js';
import { type Overlap, OverlapField, SecretDialog, toOverlap } from '../../ui/secret-dialog.js';
import { showToast } from '../../ui/toast.js';
import type { AppDetail } from './app-page.js';

/** Whether devices must prove whose they are, and the secret with which a server makes the proof. */
export const Identity = ({ app: { id, identityVerification } }: { readonly app: AppDetail }) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const [asked, setAsked] = useState<'switch' | 'secret' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [update] = useAction(AppIdentityDocument);
  const isRequired = identityVerification === 'REQUIRED';
  const close = () => setAsked(null);
  const turn = async () => {
    const answer = await update({ id, input: { identityVerification: isRequired ? 'OFF' : 'REQUIRED' } });
    if (!answer.ok) return;
    setSecret(answer.data.identitySecret ?? null);
    showToast({ kind: 'good', text: t(isRequired ? 'apps.identity.isOff' : 'apps.identity.isRequired') });
  };
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
            <Button onPress={() => setAsked('secret')}>{t('apps.identity.newSecret')}</Button>
            <Button variant="quiet" onPress={() => setAsked('switch')}>
              {t(isRequired ? 'apps.identity.stop' : 'apps.identity.require')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        title={t(isRequired ? 'apps.identity.stop.title' : 'apps.identity.require.title')}
        isOpen={asked === 'switch'}
        onClose={close}
        confirm={t(isRequired ? 'apps.identity.stop' : 'apps.identity.require')}
        isDangerous={isRequired}
        onConfirm={turn}
      >
        <p className="dialog-text">{t(isRequired ? 'apps.identity.stop.text' : 'apps.identity.require.text')}</p>
      </ConfirmDialog>
      {asked === 'secret' && (
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
  const { t } = useWords();
  const [overlap, setOverlap] = useState<Overlap>('7d');
  const [rotate, isBusy] = useAction(AppIdentitySecretRotateDocument);
  const make = async () => {
    const answer = await rotate({ id, overlap: toOverlap(overlap) });
    if (answer.ok && answer.data.identitySecret) onMade(answer.data.identitySecret);
  };
  return (
    <Dialog
      title={t('apps.identity.newSecret')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void make()} isPending={isBusy}>
            {t('apps.identity.make')}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{t('apps.identity.newSecret.text')}</p>
      <OverlapField value={overlap} onChange={setOverlap} />
    </Dialog>
  );
};
