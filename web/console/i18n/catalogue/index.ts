import { campaigns } from './campaigns.js';
import { common } from './common.js';
import { composer } from './composer.js';
import { overview } from './overview.js';
import { session } from './session.js';

/** Every message of the console. A message without one of the languages does not compile. */
export const CATALOGUE = { ...campaigns, ...common, ...composer, ...overview, ...session };

export type MessageKey = keyof typeof CATALOGUE;
