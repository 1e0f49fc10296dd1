import type { Device } from '../../entities/device.js';
import type { Run, RunStatusReason } from '../../entities/run.js';
import { explainStored, pauseReasonOf, retirementReasonOf } from './advise.js';
import type { TraceFacts } from './load-trace-facts.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

/** The duration of one auto-push run. */
const HOUR_MS = 3_600_000;

/** The steps that do not depend on filters: the run, the device and its application. */
export const explainCircumstances = (facts: TraceFacts, now: number): TraceStep[] => [
  explainRun(facts.run, facts.records.length > 0),
  explainRegistration(facts),
  ...(facts.run.kind === 'auto-push' ? [explainTrigger(facts)] : []),
  explainActivity(facts),
  ...explainApplication(facts, now),
];

/** @param mayHaveSent whether the device has, or may have, messages recorded before the run was stopped. */
const explainRun = (run: TraceFacts['run'], mayHaveSent: boolean): TraceStep => {
  const values = { dueAt: instantText(run.dueAt), because: run.statusMessage ? `: ${run.statusMessage}` : '' };
  const about = { step: 'run', at: run.dueAt, values } as const;
  switch (run.status) {
    case 'missed':
      return traceStep({ ...about, verdict: 'stopped', code: 'RUN_MISSED' });
    case 'cancelled': {
      // Messages recorded before the run was stopped have their own steps.
      const verdict = mayHaveSent ? 'note' : 'stopped';
      return traceStep({ ...about, verdict, at: run.finishedAt, code: 'RUN_CANCELLED' });
    }
    case 'paused':
      return traceStep({ ...about, verdict: 'waiting', at: null, code: 'RUN_PAUSED' });
    case 'planning':
    case 'running':
    case 'finished': {
      const { statusReason: reason } = run;
      if (reason === null) {
        const code = run.status === 'finished' ? 'RUN_FINISHED' : 'RUN_UNDER_WAY';
        return traceStep({ ...about, verdict: 'passed', code });
      }
      // The following steps show which filter excluded this device from a run that reached none.
      const verdict = reason === 'NO_DEVICES' ? 'note' : 'stopped';
      return traceStep({ ...about, verdict, reason, code: EMPTY[reason] });
    }
  }
};

const EMPTY = {
  NO_ACTIVE_PUSH: 'RUN_WITHOUT_PUSH',
  NO_APPLICATIONS: 'RUN_WITHOUT_APPLICATION',
  NO_DEVICES: 'RUN_WITHOUT_DEVICE',
} as const satisfies Record<RunStatusReason, string>;

const explainRegistration = ({ run, device, batch, records }: TraceFacts): TraceStep => {
  const at = device.registeredAt;
  const lastChance = run.kind === 'auto-push' ? run.dueAt.getTime() + HOUR_MS : run.createdAt.getTime();
  // A device that registers while the run is being cut into batches is still in time.
  const late = at.getTime() > lastChance && batch === null && records.length === 0;
  const about = { step: 'registration', at, values: { registeredAt: instantText(at) } } as const;
  return late
    ? traceStep({ ...about, verdict: 'stopped', code: 'REGISTERED_AFTER_BEGIN' })
    : traceStep({ ...about, verdict: 'passed', code: 'REGISTERED_IN_TIME' });
};

/** Once a delay has ended, the event that started it is no longer stored. */
const explainTrigger = ({ nextDueAt, records }: TraceFacts): TraceStep => {
  if (nextDueAt) {
    const values = { dueAt: instantText(nextDueAt) };
    return traceStep({ step: 'trigger', verdict: 'waiting', at: nextDueAt, code: 'DELAY_RUNS', values });
  }
  return records.length > 0
    ? traceStep({ step: 'trigger', verdict: 'passed', code: 'DELAY_HAD_STARTED' })
    : traceStep({ step: 'trigger', verdict: 'stopped', code: 'NO_EVENT' });
};

const explainActivity = ({ run, app, device, records }: TraceFacts): TraceStep => {
  const retiredAt = device.active ? null : device.inactiveAt;
  if (retiredAt) {
    const reason = device.inactiveReason;
    const values = { retiredAt: instantText(retiredAt), reason: reason ?? 'unknown' };
    const { reasonCode } = explainStored(app, retirementReasonOf(device));
    const about = { step: 'activity', at: retiredAt, values, reason, reasonCode } as const;
    return retiredAt.getTime() < run.createdAt.getTime() && records.length === 0
      ? traceStep({ ...about, verdict: 'stopped', code: 'RETIRED_BEFORE' })
      : traceStep({ ...about, verdict: 'note', code: 'RETIRED_SINCE' });
  }
  return device.seenAt.getTime() > app.devicesActiveSince.getTime()
    ? traceStep({ step: 'activity', verdict: 'passed', asOfNow: true, code: 'DEVICE_ACTIVE' })
    : traceStep({ step: 'activity', verdict: 'stopped', asOfNow: true, at: device.seenAt, code: 'DEVICE_SILENT' });
};

const explainApplication = ({ app, audience, records }: TraceFacts, now: number): TraceStep[] => {
  const step = 'application';
  if (app.archived) {
    const verdict = records.length > 0 ? 'note' : 'stopped';
    return [traceStep({ step, verdict, asOfNow: true, code: 'APPLICATION_ARCHIVED' })];
  }
  const values = { app: app.name };
  if (audience && !audience.appIds.includes(app.id)) {
    return [traceStep({ step, verdict: 'stopped', code: 'APPLICATION_NOT_OF_RUN', values })];
  }
  const named = audience ? [traceStep({ step, verdict: 'passed', code: 'APPLICATION_OF_RUN', values })] : [];
  if ((app.pausedUntil?.getTime() ?? 0) <= now) return named;
  const reason = app.pauseReason ?? 'unknown';
  const paused = traceStep({
    step,
    verdict: 'waiting',
    asOfNow: true,
    at: app.pausedUntil,
    code: 'APPLICATION_PAUSED',
    values: { reason },
    ...explainStored(app, pauseReasonOf(app)),
    reason,
  });
  return [...named, paused];
};

/** Once a run's history is deleted, only two facts are certain: how it ended, and whether the device existed. */
export const explainDeletedHistory = (run: Run, device: Device, deletedAt: Date): TraceStep[] => [
  explainRun(run, true),
  explainPresence(run, device),
  traceStep({
    step: 'history',
    verdict: 'note',
    at: deletedAt,
    code: 'HISTORY_DELETED',
    values: { deletedAt: instantText(deletedAt) },
  }),
];

const explainPresence = (run: Run, { registeredAt: at }: Device): TraceStep => {
  const step = 'registration';
  const isAutoPush = run.kind === 'auto-push';
  const began = isAutoPush ? run.dueAt.getTime() + HOUR_MS : run.createdAt.getTime();
  const ended = isAutoPush ? began : (run.finishedAt?.getTime() ?? began);
  const about = { step, at, values: { registeredAt: instantText(at) } } as const;
  if (at.getTime() > ended) return traceStep({ ...about, verdict: 'stopped', code: 'REGISTERED_AFTER_END' });
  return at.getTime() > began
    ? traceStep({ ...about, verdict: 'note', code: 'REGISTERED_DURING_RUN' })
    : traceStep({ ...about, verdict: 'passed', code: 'REGISTERED_IN_TIME' });
};
