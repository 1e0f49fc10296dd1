import { GO, type JudgementRule } from './rule.js';

const RETIRED = { kind: 'drop', outcome: 'failed', code: 'DEVICE_INACTIVE', detail: null } as const;

/** A device may be retired or erased while its message waits. */
export const retired: JudgementRule = {
  name: 'retired',
  asked: 'page',
  open: ({ pairs }) =>
    pairs.some(({ device }) => device === null)
      ? (judged) => judged.map(({ device }) => (device === null ? RETIRED : GO))
      : null,
};
