import { CONTROL_ARM, type RunExperiment, WAITING_ARM } from '../../ports/experiment.js';
import { type Answer, GO, type JudgementRule } from './rule.js';

/** Keeps messages from the control group, and holds those of the rest until the winner is decided. */
export const variant: JudgementRule = {
  name: 'variant',
  asked: 'page',
  texts: {
    'RULE:VARIANT': 'waits for the winning variant: {detail}',
    'RULE:CONTROL': 'in the control group: {detail}',
  },
  outcomes: {
    CONTROL: { logByte: 66, description: 'The user is in the control group of the experiment and gets no message.' },
  },
  open: ({ run: { experiment } }) => {
    if (!experiment) return null;
    const answers = answersOf(experiment);
    return (pairs) => pairs.map(({ arm }) => answers.get(arm) ?? GO);
  },
};

const answersOf = ({ controlShare, decideAt }: RunExperiment): ReadonlyMap<number | undefined, Answer> => {
  const until = decideAt ?? 0;
  const share = `${Math.round(controlShare * 1_000) / 10} %`;
  return new Map<number, Answer>([
    [CONTROL_ARM, { kind: 'drop', isGhost: true, outcome: 'CONTROL', code: 'RULE:CONTROL', detail: share }],
    [WAITING_ARM, { kind: 'wait', code: 'RULE:VARIANT', detail: new Date(until).toISOString(), until }],
  ]);
};
