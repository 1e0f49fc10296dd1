import { CONTROL_ARM, decisionDueAt, type RunExperiment, WAITING_ARM } from '../../ports/experiment.js';
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
  open: ({ run: { experiment } }, { clock }) => {
    if (!experiment) return null;
    const answers = answersOf(experiment, clock.now());
    return (pairs) => pairs.map(({ arm }) => answers.get(arm) ?? GO);
  },
};

/** A decision that is due waits for a few events that are not counted yet. */
const RECHECK_MS = 5_000;

const answersOf = (experiment: RunExperiment, now: number): ReadonlyMap<number | undefined, Answer> => {
  const { controlShare, decideAt } = experiment;
  const until = Math.max(decisionDueAt(experiment) ?? 0, now + RECHECK_MS);
  const share = `${Math.round(controlShare * 1_000) / 10} %`;
  return new Map<number, Answer>([
    [CONTROL_ARM, { kind: 'drop', isGhost: true, outcome: 'CONTROL', code: 'RULE:CONTROL', detail: share }],
    [WAITING_ARM, { kind: 'wait', code: 'RULE:VARIANT', detail: new Date(decideAt ?? 0).toISOString(), until }],
  ]);
};
