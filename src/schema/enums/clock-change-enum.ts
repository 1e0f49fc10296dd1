import { registerEnumType } from 'type-graphql';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';

export const ClockChangeEnum = {
  NONE: 'exact',
  SKIPPED: 'skipped',
  REPEATED: 'repeated',
} as const satisfies Record<string, ExplainedLocal['clockChange']>;

registerEnumType(ClockChangeEnum, {
  name: 'ClockChange',
  description: 'What a change of the clocks does with a local time.',
  valuesConfig: {
    NONE: { description: 'Nothing: clocks show it once.' },
    SKIPPED: { description: 'Clocks jump over it; it is sent when they jump.' },
    REPEATED: { description: 'Clocks are set back and show it twice; it is sent at the first of the two.' },
  },
});
