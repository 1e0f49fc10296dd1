import { expect, test } from '@jest/globals';
import { decide } from '../../src/delivery/plan/decide-winner.js';
import { CONTROL_ARM, ROLLOUT_ARM, type RunExperiment } from '../../src/ports/experiment.js';

const EXPERIMENT: RunExperiment = {
  ...{ controlShare: 0.2, testShare: 0.5, decideAfter: 60, metric: 'CLICKED', winner: 'BEST', salt: 's', decideAt: 5 },
  variants: [
    { pushId: 1, weight: 3 },
    { pushId: 2, weight: 1 },
  ],
};
const arms = (control: number) =>
  new Map([
    [0, { converted: 300, units: 3_000 }],
    [1, { converted: 200, units: 1_000 }],
    [CONTROL_ARM, { converted: 0, units: control }],
    [ROLLOUT_ARM, { converted: 0, units: 7 }],
  ]);

test('nobody wins unless the control group has its share of units', () => {
  expect(decide(EXPERIMENT, arms(2_000), 5)).toEqual({ winner: 1, reason: 'BEST' });
  expect(decide(EXPERIMENT, arms(1_500), 5)).toEqual({ winner: null, reason: 'SAMPLE_RATIO_MISMATCH' });
  expect(decide({ ...EXPERIMENT, controlShare: 0 }, arms(0), 5)).toEqual({ winner: 1, reason: 'BEST' });
});
