import type { App } from '../../entities/app.js';
import { adviceFor } from '../../providers/advice.js';
import { PROVIDERS } from '../../providers/providers.js';

type Provided = Pick<App, 'pushProvider'>;

/** What the reason means of a message that did not go, and what to do about it, where that is known. */
export const explainReason = ({ pushProvider }: Provided, reason: string | null) => {
  const known = reason === null ? null : adviceFor(PROVIDERS[pushProvider], reason);
  return { reasonCode: known?.code ?? null, advice: known?.advice ?? null };
};

export const adviseOn = (app: Provided, reason: string | null): string | null => explainReason(app, reason).advice;

export const reasonCodeOf = (app: Provided, reason: string | null): string | null =>
  explainReason(app, reason).reasonCode;
