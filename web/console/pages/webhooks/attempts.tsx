import { History } from 'lucide-react';
import {
  type WebhookAttemptLineFragment,
  WebhookAttemptsDocument,
  type WebhookLineFragment,
  WebhookReplayDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { defineList, List, type ListState, useList } from '../../ui/list.js';
import { ActionMenu } from '../../ui/menu.js';
import { EmptyState } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { AttemptResult } from './attempt-result.js';

const NO_PAGE = {
  nodes: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

const attemptsOf = (id: string) =>
  defineList({
    query: WebhookAttemptsDocument,
    pageOf: ({ webhook }) => webhook?.attempts ?? NO_PAGE,
    filters: [
      {
        kind: 'switch',
        name: 'failed',
        label: 'webhooks.attempts.show',
        choices: ['webhooks.attempts.all', 'webhooks.attempts.failed'],
      },
    ],
    toVariables: ({ failed }) => ({ id, ...(failed === 'yes' ? { where: { failed: true } } : {}) }),
  });

export type AttemptsList = ListState<'failed', WebhookAttemptLineFragment>;

export const useAttempts = ({ id }: Pick<WebhookLineFragment, 'id'>): AttemptsList => useList(attemptsOf(id));

/** The requests of a webhook, each of which can be sent again. */
export const Attempts = ({
  webhook,
  list,
  onReplayRange,
}: {
  readonly webhook: WebhookLineFragment;
  readonly list: AttemptsList;
  readonly onReplayRange: () => void;
}) => {
  const { t, format } = useTranslation();
  const [replay] = useAction(WebhookReplayDocument);
  const isEnabled = webhook.state === 'ENABLED';
  const sendAgain = async (attemptId: string) => {
    const answer = await replay({ id: webhook.id, input: { attemptId } });
    if (answer.ok) showToast({ kind: 'good', text: t('webhooks.replay.started') });
  };
  return (
    <List
      list={list}
      label={t('webhooks.attempts')}
      card={{
        title: t('webhooks.attempts'),
        lead: t('webhooks.attempts.lead'),
        aside: isEnabled && (
          <Button size="small" onPress={onReplayRange}>
            {t('webhooks.replay.range')}
          </Button>
        ),
      }}
      empty={<EmptyState icon={History} title={t('webhooks.attempts.none')} text={t('webhooks.attempts.none.text')} />}
      noneFound={<EmptyState icon={History} title={t('webhooks.attempts.none')} text={t('list.widen')} />}
      columns={[
        { name: t('webhooks.attempt.result'), cell: (attempt) => <AttemptResult attempt={attempt} /> },
        { name: t('webhooks.attempt.kind'), isMinor: true, cell: ({ kind }) => t(`webhooks.kind.${kind}`) },
        { name: t('webhooks.attempt.events'), isMinor: true, cell: ({ events }) => format.number(events) },
        {
          name: t('webhooks.attempt.duration'),
          isMinor: true,
          cell: ({ durationMs }) => t('webhooks.attempt.ms', { ms: format.number(durationMs) }),
        },
        {
          name: t('webhooks.attempt.at'),
          cell: ({ at }) => (
            <time dateTime={at} title={at}>
              {format.dateTime(at)}
            </time>
          ),
        },
        {
          name: t('action.actions'),
          isNameHidden: true,
          cell: ({ id, kind, at }) =>
            isEnabled &&
            kind !== 'TEST' && (
              <ActionMenu
                label={t('tags.actionsOf', { name: format.dateTime(at) })}
                actions={[{ name: t('webhooks.replay'), onAction: () => void sendAgain(id) }]}
              />
            ),
        },
      ]}
    />
  );
};
