import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { AbortEstimateDocument } from '../../../graph/generated/graphql.js';
import { useDebounced } from '../../../ui/debounce.js';
import type { ComposerState } from '../state.js';
import { toAudienceInput, toPushInput } from '../to-input.js';
import type { AbortSample } from './personal-context.js';
import { mayAbort } from './template-text.js';

const PAUSE_MS = 500;

/** Renders the messages for a sample of the audience. Returns the worst message, and null while it is not known. */
export const useAbortEstimate = (state: ComposerState, { pause }: { readonly pause: boolean }): AbortSample | null => {
  const client = useClient();
  const [known, setKnown] = useState<{ readonly of: string; readonly worst: AbortSample } | null>(null);
  const pushes = state.messages.filter(mayAbort).map(toPushInput);
  const question = pause || pushes.length === 0 ? '' : JSON.stringify({ pushes, audience: toAudienceInput(state) });
  const settled = useDebounced(question, PAUSE_MS);
  useEffect(() => {
    if (settled === '') return;
    let isOver = false;
    const ask = async () => {
      const { pushes: asked, audience } = JSON.parse(settled);
      const samples: AbortSample[] = [];
      for (const push of asked) {
        const { data } = await client
          .query(AbortEstimateDocument, { push, audience }, { requestPolicy: 'network-only' })
          .toPromise();
        const estimate = data?.abortEstimate.estimate;
        if (!estimate || isOver) return;
        samples.push({ sampled: estimate.sampled, leftOut: estimate.aborted + estimate.failed });
      }
      const [worst] = samples.toSorted((a, b) => shareOf(b) - shareOf(a));
      if (worst) setKnown({ of: settled, worst });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [client, settled]);
  return known?.of === question ? known.worst : null;
};

const shareOf = ({ sampled, leftOut }: AbortSample): number => (sampled === 0 ? 0 : leftOut / sampled);
