import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ComposerAppsDocument, MessageSendDocument, type MessageSendInput } from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useAttempt } from '../../graph/idempotency-key.js';
import { useLanguage, useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Card, EmptyState, PageHeader } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { checkTexts, isBlocked } from '../composer/checklist.js';
import type { Provider } from '../composer/limits.js';
import { MessageEditor } from '../composer/message-editor.js';
import { useCategories } from '../composer/personal/category-field.js';
import { useTemplateChecks } from '../composer/personal/use-template-check.js';
import { Checklist } from '../composer/review-step.js';
import { emptyMessage, type Message, titleOf } from '../composer/state.js';
import { toPushInput } from '../composer/to-input.js';
import { type Recipients, RecipientsCard, toTarget, userIdsOf, useTargetReach } from './recipients.js';

/** Sends a message at once: to users, to a tag with `?tag=NAME`, or to devices with `?devices=ID,ID`. */
const SendPage = () => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const maySend = useMay('send');
  return (
    <>
      <PageHeader title={t('send.title')} lead={t('send.lead')} parent={{ href: '/devices', name: t('nav.devices') }} />
      {mayWrite && maySend ? <SendForm /> : <EmptyState title={t('send.mayNot')} />}
    </>
  );
};

export default SendPage;

const useRecipients = () => {
  const [params] = useSearchParams();
  return useState<Recipients>(() => {
    const tag = params.get('tag') ?? '';
    const deviceIds = (params.get('devices') ?? '').split(',').filter((id) => id !== '');
    return { kind: tag ? 'tag' : deviceIds.length > 0 ? 'devices' : 'users', userIds: '', tag, deviceIds };
  });
};

const SendForm = () => {
  const { t } = useTranslation();
  const language = useLanguage();
  const [to, setTo] = useRecipients();
  const [message, setMessage] = useState<Message>(() => emptyMessage(language));
  const [isAsking, setIsAsking] = useState(false);
  const apps = usePageQuery(ComposerAppsDocument, {}).data?.apps.nodes ?? [];
  const estimate = useTargetReach(to);
  const send = useSend();
  const reached = estimate?.byApp.map(({ app }) => app) ?? [];
  const those = reached.length > 0 ? reached : apps;
  const providers: readonly Provider[] = [...new Set(those.map(({ pushProvider }) => pushProvider))].toSorted();
  const audience = estimate?.byLanguage ?? [];
  const templates = useTemplateChecks([message]);
  const { ids: categories } = useCategories();
  const checks = checkTexts([message], { providers, audience, templates, categories });
  const target = toTarget(to);
  const values = { count: countOf(to), tag: to.tag, devices: estimate?.reached ?? -1 };
  return (
    <>
      <MessageEditor
        message={message}
        onChange={setMessage}
        providers={providers}
        audience={audience}
        templates={templates[0] ?? null}
        app={those[0]?.name}
        before={<RecipientsCard to={to} onChange={setTo} />}
      />
      <Card title={t('send.review')}>
        <Checklist checks={checks} />
      </Card>
      <footer className="composer-foot">
        <span />
        <Button
          variant="primary"
          icon={Rocket}
          isDisabled={target === null || isBlocked(checks)}
          onPress={() => setIsAsking(true)}
        >
          {t('send.send')}
        </Button>
      </footer>
      <ConfirmDialog
        title={t('send.confirm', { title: titleOf(message) })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={t('send.send')}
        onConfirm={() => (target === null ? undefined : send({ to: target, message: toPushInput(message) }))}
      >
        <p className="dialog-text">
          <strong>{t(`send.confirm.${to.kind}`, values)}</strong>
        </p>
        <p className="dialog-text">{t('send.confirm.note')}</p>
      </ConfirmDialog>
    </>
  );
};

const countOf = (to: Recipients): number => (to.kind === 'users' ? userIdsOf(to).length : to.deviceIds.length);

/** Sends the message once, even if the answer is lost and the button is pressed again, and opens its run. */
const useSend = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  const [request] = useAction(MessageSendDocument);
  const [begin, end] = useAttempt<MessageSendInput>();
  return async (wanted: MessageSendInput): Promise<void> => {
    const { input, key } = begin(JSON.stringify(wanted), () => wanted);
    const answer = await request({ input: { ...input, idempotencyKey: key } });
    if (!answer.ok) {
      if (answer.errors.some(({ code }) => code !== undefined)) end();
      return;
    }
    end();
    const { run, devices } = answer.data;
    showToast({ kind: 'good', text: t('send.sent', { count: devices ?? 0 }) });
    if (run && isHere.current) navigate(`/runs/${run.id}`);
  };
};
