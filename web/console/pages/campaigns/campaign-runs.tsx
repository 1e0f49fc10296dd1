import { Send } from 'lucide-react';
import type { CampaignQuery } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, EmptyState } from '../../ui/page.js';
import { type Cursor, Pager } from '../../ui/pager.js';
import { RunRow } from '../../ui/run-row.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

/** The runs of a campaign, latest first. */
export const Runs = ({ campaign, cursor }: { readonly campaign: Campaign; readonly cursor: Cursor }) => {
  const { t } = useTranslation();
  const { nodes, pageInfo } = campaign.runs;
  const isLast = nodes.length === 0 && cursor.hasPrevious;
  return (
    <Card title={t('campaign.runs')} isFlush={nodes.length > 0 || cursor.hasPrevious}>
      {nodes.length === 0 ? (
        <EmptyState
          icon={Send}
          title={t(isLast ? 'campaign.runs.emptyPage' : 'campaign.runs.empty')}
          text={!isLast && t(campaign.active ? 'campaign.runs.emptyActive' : 'campaign.runs.emptyInactive')}
        />
      ) : (
        <ul className="list-rows">
          {nodes.map((run) => (
            <li key={run.id}>
              <RunRow run={run} isOfCampaign />
            </li>
          ))}
        </ul>
      )}
      <Pager cursor={cursor} pageInfo={pageInfo} label={t('campaign.runs')} />
    </Card>
  );
};
