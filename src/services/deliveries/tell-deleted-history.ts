import type { Device } from '../../entities/device.js';
import type { Run } from '../../entities/run.js';
import { HOUR_MS, tellRun } from './tell-circumstances.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

/** Of a run whose history has been deleted only this is certain: what became of it, and whether the device was there. */
export const tellDeletedHistory = (run: Run, device: Device, deletedAt: Date): TraceStep[] => [
  tellRun(run, true),
  tellPresence(run, device),
  traceStep({
    step: 'history',
    verdict: 'note',
    at: deletedAt,
    message: `What was recorded of the single messages of this run was deleted at ${instantText(deletedAt)}, past its retention: whether the device got one is not known any more.`,
  }),
];

const tellPresence = (run: Run, { registeredAt: at }: Device): TraceStep => {
  const step = 'registration';
  const isAutoPush = run.kind === 'conversion';
  const began = isAutoPush ? run.dueAt.getTime() + HOUR_MS : run.createdAt.getTime();
  const ended = isAutoPush ? began : (run.finishedAt?.getTime() ?? began);
  const when = `The device was registered at ${instantText(at)}`;
  if (at.getTime() > ended)
    return traceStep({ step, verdict: 'stopped', at, message: `${when}, after the run had ended.` });
  return at.getTime() > began
    ? traceStep({ step, verdict: 'note', at, message: `${when}, while the run was under way.` })
    : traceStep({ step, verdict: 'passed', at, message: `${when}, in time for the run.` });
};
