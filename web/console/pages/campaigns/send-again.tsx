import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  CampaignDuplicateDocument,
  type CampaignQuery,
  CampaignReachDocument,
  type ReachFragment,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import type { Translate } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toast.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

/** Opens a copy of a one-time campaign in the composer, which asks before it sends. */
export const SendAgain = ({ campaign }: { readonly campaign: Campaign }) => {
  const { t } = useTranslation();
  if (!isWhole(campaign)) return <CopyInstead campaign={campaign} />;
  return (
    <LinkButton href={`/campaigns/new?again=${encodeURIComponent(campaign.id)}`} variant="primary" icon={RotateCw}>
      {t('campaign.sendAgain')}
    </LinkButton>
  );
};

/** Whether the composer can hold all messages and users of the campaign. */
const isWhole = (campaign: Campaign): boolean =>
  !campaign.pushes.pageInfo.hasNextPage &&
  !(campaign.__typename === 'OneTimeScheduler' && campaign.externalIds.pageInfo.hasNextPage);

/** Has the service copy a campaign that is too large for the composer, which then sets the time of the copy. */
const CopyInstead = ({ campaign: { id, name } }: { readonly campaign: Campaign }) => {
  const { t, format } = useTranslation();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const [duplicate] = useAction(CampaignDuplicateDocument);
  const { data } = usePageQuery(CampaignReachDocument, { id }, { pause: !isAsking });
  const estimate = data?.scheduler?.audienceEstimate;
  const copy = async () => {
    const answer = await duplicate({ id, name: t('campaigns.copyOf', { name }), key: newKey() });
    if (!answer.ok || !answer.data.scheduler) return;
    showToast({ kind: 'good', text: t('campaigns.duplicated', { name }) });
    navigate(`/campaigns/new?edit=${encodeURIComponent(answer.data.scheduler.id)}`);
  };
  return (
    <>
      <Button variant="primary" icon={RotateCw} onPress={() => setIsAsking(true)}>
        {t('campaign.sendAgain')}
      </Button>
      <ConfirmDialog
        title={t('campaign.sendAgain.title', { name })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={t('campaign.sendAgain.confirm')}
        onConfirm={copy}
      >
        <p className="dialog-text">
          {estimate
            ? t('campaign.sendAgain.text', { reach: reachInWords(estimate, t, format) })
            : t('campaign.start.counting')}
        </p>
      </ConfirmDialog>
    </>
  );
};

export const reachInWords = (
  { reached, exact, marginOfError }: ReachFragment,
  t: Translate,
  format: ReturnType<typeof useTranslation>['format'],
): string =>
  t(exact ? 'campaign.reach' : 'campaign.reachAbout', {
    count: reached,
    number: format.number(reached),
    margin: format.number(marginOfError),
  });
