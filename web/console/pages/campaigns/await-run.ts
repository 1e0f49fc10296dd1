import { useCallback } from 'react';
import { useClient } from 'urql';
import { CampaignLatestRunDocument } from '../../graph/generated/graphql.js';

const LOOK_EVERY_MS = 300;
/** A campaign that starts now gets its run within two seconds. */
const MOST_LOOKS = 30;

/** Waits for the run of a campaign that was just started. Returns its id, or null after a timeout. */
export const useAwaitRun = () => {
  const client = useClient();
  return useCallback(
    async (campaignId: string, before: string | null): Promise<string | null> => {
      for (let look = 0; look < MOST_LOOKS; look += 1) {
        const question = client.query(CampaignLatestRunDocument, { id: campaignId }, { requestPolicy: 'network-only' });
        const runId = (await question.toPromise()).data?.scheduler?.runs.nodes[0]?.id ?? null;
        if (runId !== null && runId !== before) return runId;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      return null;
    },
    [client],
  );
};
