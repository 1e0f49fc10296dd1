import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { WebhooksDocument } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { ForAdmins } from '../settings/settings-header.js';
import { useTypesInWords } from './event-types.js';
import { WebhookDialog } from './webhook-dialogs.js';
import { DisabledBanners, nameOf, WebhookBadge } from './webhook-state.js';

const WEBHOOKS = defineList({ query: WebhooksDocument, pageOf: ({ webhooks }) => webhooks });

const WebhooksPage = () => (
  <ForAdmins>
    <Webhooks />
  </ForAdmins>
);

export default WebhooksPage;

const Webhooks = () => {
  const { t, format } = useTranslation();
  const list = useList(WEBHOOKS);
  const inWords = useTypesInWords();
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const broken = (list.page?.nodes ?? []).filter(({ disabledReason: reason }) => reason && reason !== 'MANUAL');
  return (
    <>
      <List
        list={list}
        label={t('settings.webhooks')}
        card={{
          title: t('settings.webhooks'),
          lead: t('webhooks.lead'),
          aside: (
            <Button variant="primary" icon={Plus} onPress={() => setIsCreating(true)}>
              {t('webhooks.new')}
            </Button>
          ),
        }}
        lines={3}
        empty={<EmptyState icon={Webhook} title={t('webhooks.none')} text={t('webhooks.none.text')} />}
        columns={[
          {
            name: t('webhooks.url'),
            cell: (webhook) => (
              <div className="cell-main">
                <Link href={`/settings/webhooks/${webhook.id}`} className="cell-name">
                  {nameOf(webhook)}
                </Link>
                {webhook.description !== '' && <span className="cell-about">{webhook.url}</span>}
              </div>
            ),
          },
          { name: t('webhooks.state'), cell: (webhook) => <WebhookBadge webhook={webhook} /> },
          { name: t('webhooks.types'), isMinor: true, cell: ({ types }) => inWords(types) },
          {
            name: t('webhooks.waiting'),
            isMinor: true,
            cell: ({ waiting }) => format.number(waiting),
          },
          { name: t('webhooks.createdAt'), isMinor: true, cell: ({ createdAt }) => format.date(createdAt) },
        ]}
      >
        <DisabledBanners webhooks={broken} />
      </List>
      {isCreating && (
        <WebhookDialog
          webhook={null}
          onClose={() => setIsCreating(false)}
          onSecret={(made) => {
            setSecret(made);
            list.refresh();
          }}
        />
      )}
      <SecretDialog
        title={t('webhooks.secret')}
        text={t('webhooks.secret.text')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
};
