import type { Device } from '../../entities/device.js';
import type { Run, RunStatusReason } from '../../entities/run.js';
import { adviseOn } from './advise.js';
import type { TraceFacts } from './load-trace-facts.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

/** How long one run of auto-push lasts. */
const HOUR_MS = 3_600_000;

/** What does not depend on the filters: the run, the device and its application. */
export const explainCircumstances = (facts: TraceFacts, now: number): TraceStep[] => [
  explainRun(facts.run, facts.records.length > 0),
  explainRegistration(facts),
  ...(facts.run.kind === 'auto-push' ? [explainTrigger(facts)] : []),
  explainActivity(facts),
  ...explainApplication(facts, now),
];

/** @param mayHaveSent whether the device has, or may have, messages that were recorded before the run was stopped. */
const explainRun = (run: TraceFacts['run'], mayHaveSent: boolean): TraceStep => {
  const because = run.statusMessage ? `: ${run.statusMessage}` : '';
  const due = `The run was due at ${instantText(run.dueAt)}`;
  switch (run.status) {
    case 'missed':
      return traceStep({ step: 'run', verdict: 'stopped', at: run.dueAt, message: `${due} and was missed${because}.` });
    case 'cancelled': {
      // Of those that were recorded before the run was stopped, their own steps tell.
      const verdict = mayHaveSent ? 'note' : 'stopped';
      return traceStep({ step: 'run', verdict, at: run.finishedAt, message: `The run was cancelled${because}.` });
    }
    case 'paused':
      return traceStep({ step: 'run', verdict: 'waiting', at: null, message: `${due} and is paused by a user.` });
    case 'planning':
    case 'running':
      return run.statusReason === null
        ? traceStep({ step: 'run', verdict: 'passed', at: run.dueAt, message: `${due} and is under way.` })
        : explainEmpty(run, due, run.statusReason);
    case 'finished':
      return run.statusReason === null
        ? traceStep({ step: 'run', verdict: 'passed', at: run.dueAt, message: `${due} and has finished.` })
        : explainEmpty(run, due, run.statusReason);
  }
};

/** Which filter kept this device out of a run that reached none is told by the steps that follow. */
const explainEmpty = (run: TraceFacts['run'], due: string, reason: RunStatusReason): TraceStep =>
  traceStep({
    step: 'run',
    verdict: reason === 'NO_DEVICES' ? 'note' : 'stopped',
    at: run.dueAt,
    reason,
    message: `${due} and had nothing to send: ${EMPTY[reason]}.`,
  });

const EMPTY = {
  NO_ACTIVE_PUSH: 'no active push was bound to its scheduler',
  NO_APPLICATIONS: "its scheduler's lists left no application",
  NO_DEVICES: 'its filters reached no device',
} as const satisfies Record<RunStatusReason, string>;

const explainRegistration = ({ run, device, batch, records }: TraceFacts): TraceStep => {
  const at = device.registeredAt;
  const lastChance = run.kind === 'auto-push' ? run.dueAt.getTime() + HOUR_MS : run.createdAt.getTime();
  // Some come while the run is cut into batches, and are still in time.
  const late = at.getTime() > lastChance && batch === null && records.length === 0;
  const when = `The device was registered at ${instantText(at)}`;
  return late
    ? traceStep({ step: 'registration', verdict: 'stopped', at, message: `${when}, after the run had begun.` })
    : traceStep({ step: 'registration', verdict: 'passed', at, message: `${when}, in time for the run.` });
};

/** Which events have started a delay is not kept once it has ended. */
const explainTrigger = ({ nextDueAt, records }: TraceFacts): TraceStep => {
  if (nextDueAt) {
    const message = `An event has started the delay of its scheduler, which ends at ${instantText(nextDueAt)}.`;
    return traceStep({ step: 'trigger', verdict: 'waiting', at: nextDueAt, message });
  }
  return records.length > 0
    ? traceStep({ step: 'trigger', verdict: 'passed', message: 'An event of the device had started the delay.' })
    : traceStep({
        step: 'trigger',
        verdict: 'stopped',
        message: 'No event of the device led to a message in this hour, and no delay of its scheduler runs for it.',
      });
};

const explainActivity = ({ run, app, device, records }: TraceFacts): TraceStep => {
  const retiredAt = device.active ? null : device.inactiveAt;
  if (retiredAt && retiredAt.getTime() < run.createdAt.getTime() && records.length === 0) {
    const message = `The device had been retired at ${instantText(retiredAt)}: ${device.inactiveReason ?? 'unknown'}.`;
    return traceStep({ step: 'activity', verdict: 'stopped', at: retiredAt, message, reason: device.inactiveReason });
  }
  if (retiredAt) {
    const message = `The device was active then, and was retired at ${instantText(retiredAt)}: ${device.inactiveReason ?? 'unknown'}.`;
    return traceStep({ step: 'activity', verdict: 'note', at: retiredAt, message, reason: device.inactiveReason });
  }
  if (device.seenAt.getTime() > app.devicesActiveSince.getTime()) {
    return traceStep({ step: 'activity', verdict: 'passed', asOfNow: true, message: 'The device is active.' });
  }
  const message =
    'The device was not heard of since its application was archived; it counts again when its SDK is active.';
  return traceStep({ step: 'activity', verdict: 'stopped', asOfNow: true, at: device.seenAt, message });
};

const explainApplication = ({ app, audience, records }: TraceFacts, now: number): TraceStep[] => {
  const step = 'application';
  if (app.archived) {
    const verdict = records.length > 0 ? 'note' : 'stopped';
    return [traceStep({ step, verdict, asOfNow: true, message: 'Its application is archived.' })];
  }
  if (audience && !audience.appIds.includes(app.id)) {
    return [
      traceStep({ step, verdict: 'stopped', message: `Its application, ${app.name}, is not among those of the run.` }),
    ];
  }
  const named = audience
    ? [traceStep({ step, verdict: 'passed', message: `Its application, ${app.name}, is one of the run.` })]
    : [];
  if ((app.pausedUntil?.getTime() ?? 0) <= now) return named;
  const reason = app.pauseReason ?? 'unknown';
  const message = `Its application is paused, since its provider refuses it: ${reason}.`;
  return [
    ...named,
    traceStep({
      step,
      verdict: 'waiting',
      asOfNow: true,
      at: app.pausedUntil,
      message,
      reason,
      advice: adviseOn(app, reason),
    }),
  ];
};

/** Of a run whose history has been deleted only this is certain: what became of it, and whether the device was there. */
export const explainDeletedHistory = (run: Run, device: Device, deletedAt: Date): TraceStep[] => [
  explainRun(run, true),
  explainPresence(run, device),
  traceStep({
    step: 'history',
    verdict: 'note',
    at: deletedAt,
    message: `What was recorded of the single messages of this run was deleted at ${instantText(deletedAt)}, past its retention: whether the device got one is not known any more.`,
  }),
];

const explainPresence = (run: Run, { registeredAt: at }: Device): TraceStep => {
  const step = 'registration';
  const isAutoPush = run.kind === 'auto-push';
  const began = isAutoPush ? run.dueAt.getTime() + HOUR_MS : run.createdAt.getTime();
  const ended = isAutoPush ? began : (run.finishedAt?.getTime() ?? began);
  const when = `The device was registered at ${instantText(at)}`;
  if (at.getTime() > ended)
    return traceStep({ step, verdict: 'stopped', at, message: `${when}, after the run had ended.` });
  return at.getTime() > began
    ? traceStep({ step, verdict: 'note', at, message: `${when}, while the run was under way.` })
    : traceStep({ step, verdict: 'passed', at, message: `${when}, in time for the run.` });
};
