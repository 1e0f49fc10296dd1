import type { App } from '../../entities/app.js';
import { adviceFor } from '../../providers/advice.js';
import { PROVIDERS } from '../../providers/providers.js';

/** What to do about a message that did not go, where its reason says it. */
export const adviseOn = ({ pushProvider }: Pick<App, 'pushProvider'>, reason: string | null): string | null =>
  reason === null ? null : adviceFor(PROVIDERS[pushProvider].advice, reason);
