import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import {
  WebhookDeleteDocument,
  WebhookDisableDocument,
  WebhookDocument,
  type WebhookLineFragment,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { Found } from '../../ui/found.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, Facts, PageHeader } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { ForAdmins } from '../settings/settings-header.js';
import { Attempts, useAttempts } from './attempts.js';
import { useTypesInWords } from './event-types.js';
import { ReplayDialog, RotateDialog, TestDialog, WebhookDialog } from './webhook-dialogs.js';
import { DisabledBanner, nameOf, WebhookBadge } from './webhook-state.js';

const PARENT = '/settings/webhooks';

const WebhookPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const isAdmin = useMay('admin');
  const query = usePageQuery(WebhookDocument, { id }, { pause: !isAdmin });
  if (!isAdmin) return <ForAdmins>{null}</ForAdmins>;
  return (
    <Found query={query} item={query.data?.webhook} parent={{ href: PARENT, name: t('settings.webhooks') }}>
      {(webhook) => <One key={webhook.id} webhook={webhook} onChange={query.refresh} />}
    </Found>
  );
};

export default WebhookPage;

type Open = 'edit' | 'rotate' | 'test' | 'replay';

const One = ({ webhook, onChange }: { readonly webhook: WebhookLineFragment; readonly onChange: () => void }) => {
  const { t, format } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const attempts = useAttempts(webhook);
  const close = () => setOpen(null);
  const { failures, pausedUntil, formerSecretUntil } = webhook;
  return (
    <>
      <PageHeader
        title={nameOf(webhook)}
        lead={webhook.description ? webhook.url : undefined}
        parent={{ href: PARENT, name: t('settings.webhooks') }}
        badge={<WebhookBadge webhook={webhook} />}
        actions={
          <>
            <Button onPress={() => setOpen('test')}>{t('webhooks.test')}</Button>
            <WebhookMenu webhook={webhook} onOpen={setOpen} />
          </>
        }
      />
      <DisabledBanner webhook={webhook} />
      {webhook.state === 'ENABLED' && failures > 0 && (
        <Banner kind="warn" title={t('webhooks.state.failing')}>
          {t('webhooks.failures.text', { n: failures })}{' '}
          {pausedUntil && t('webhooks.paused', { at: format.dateTime(pausedUntil) })}
        </Banner>
      )}
      {formerSecretUntil && Date.parse(formerSecretUntil) > Date.now() && (
        <Banner>{t('webhooks.former', { at: format.dateTime(formerSecretUntil) })}</Banner>
      )}
      <AboutWebhook webhook={webhook} />
      <Attempts webhook={webhook} list={attempts} onReplayRange={() => setOpen('replay')} />
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={close} onSecret={setSecret} />}
      {open === 'test' && (
        <TestDialog
          webhook={webhook}
          onClose={close}
          onTested={() => {
            attempts.refresh();
            onChange();
          }}
        />
      )}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      <SecretDialog
        title={t('webhooks.secret')}
        text={t('webhooks.secret.text')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
};

const WebhookMenu = ({
  webhook,
  onOpen,
}: {
  readonly webhook: WebhookLineFragment;
  readonly onOpen: (open: Open) => void;
}) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [disable] = useAction(WebhookDisableDocument);
  const [remove] = useAction(WebhookDeleteDocument);
  const { ask, dialog } = useConfirm();
  const confirmDelete = () =>
    ask({
      title: t('webhooks.delete.title'),
      text: t('webhooks.delete.text'),
      confirm: t('action.delete'),
      isDangerous: true,
      onConfirm: async () => {
        const answer = await remove({ id: webhook.id });
        if (answer.ok) navigate(PARENT);
      },
    });
  return (
    <>
      <ActionMenu
        label={t('tags.actionsOf', { name: nameOf(webhook) })}
        actions={[
          { name: t('webhooks.edit'), onAction: () => onOpen('edit') },
          { name: t('webhooks.rotate'), onAction: () => onOpen('rotate') },
          {
            name: t('webhooks.disable'),
            isHidden: webhook.state === 'DISABLED',
            onAction: () => void disable({ id: webhook.id }),
          },
          { name: t('action.delete'), isDangerous: true, onAction: confirmDelete },
        ]}
      />
      {dialog}
    </>
  );
};

const AboutWebhook = ({ webhook }: { readonly webhook: WebhookLineFragment }) => {
  const { t, format } = useTranslation();
  const inWords = useTypesInWords();
  const { types, mode, apps, publicKey, waiting, createdAt } = webhook;
  return (
    <Card>
      <Facts
        facts={[
          [t('webhooks.types'), inWords(types)],
          [t('webhooks.apps'), apps.length > 0 ? format.list(apps.map(({ name }) => name)) : t('webhooks.apps.all')],
          [t('webhooks.mode'), t(`webhooks.mode.${mode}`)],
          ...(publicKey
            ? [[t('webhooks.publicKey'), <code className="webhook-answer">{publicKey}</code>] as const]
            : []),
          [t('webhooks.waiting'), format.number(waiting)],
          [t('webhooks.createdAt'), format.dateTime(createdAt)],
        ]}
      />
    </Card>
  );
};
