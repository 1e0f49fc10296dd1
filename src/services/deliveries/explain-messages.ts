import { chooseTranslation } from '../../content/choose-translation.js';
import type { App } from '../../entities/app.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { adviseOn } from './advise.js';
import { type DeliveryRecord, messageKey } from './delivery-record.js';
import type { TraceFacts } from './load-trace-facts.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

/** Its batch, and then of each push what was chosen, what the provider said, and what the device said. */
export const explainMessages = (facts: TraceFacts): TraceStep[] => [
  ...explainBatch(facts),
  ...explainPushes(facts),
  ...facts.records.flatMap((record) => [explainTry(facts, record), ...explainReceipts(facts, record)]),
];

const explainBatch = ({ run, batch, device, records, audience, app }: TraceFacts): TraceStep[] => {
  if (run.kind === 'auto-push') return [];
  const step = 'batch';
  if (!batch) {
    const cut = run.status !== 'planning' || !audience?.appIds.includes(app.id);
    const message = cut ? 'The device is in no batch of the run.' : 'The run is still being cut into batches.';
    return [traceStep({ step, verdict: cut ? 'stopped' : 'waiting', message })];
  }
  const name = `Batch ${batch.id}`;
  if (batch.cursorId >= device.id || batch.status === 'done') {
    const message = `${name} has the device, and has come past it${records.length > 0 ? '' : ' without sending to it'}.`;
    return [traceStep({ step, verdict: records.length > 0 ? 'passed' : 'note', message })];
  }
  if (batch.status === 'cancelled') {
    return [traceStep({ step, verdict: 'stopped', message: `${name} was cancelled before it came to the device.` })];
  }
  return [traceStep({ step, verdict: 'waiting', message: `${name} has the device, and has not come to it yet.` })];
};

const explainPushes = ({ pushes, device }: TraceFacts): TraceStep[] =>
  pushes.length === 0
    ? [traceStep({ step: 'translation', verdict: 'stopped', message: 'There is no active push to send.' })]
    : pushes.map((push) => {
        const { language } = chooseTranslation(push.translations, device.language, push.defaultLang);
        const because = describeChoice(push, { chosen: language, deviceLanguage: device.language });
        const message = `Push ${push.id} is shown in ${language}, ${because}.`;
        return traceStep({ step: 'translation', verdict: 'passed', asOfNow: true, pushId: push.id, message });
      });

const describeChoice = (
  { defaultLang }: RunPush,
  { chosen, deviceLanguage }: { chosen: string; deviceLanguage: string | null },
): string => {
  if (deviceLanguage === null) return 'its default, since the language of the device is unknown';
  if (chosen.toLowerCase() === deviceLanguage.toLowerCase()) return 'the language of the device';
  const primary = deviceLanguage.split('-')[0]?.toLowerCase();
  if (chosen.toLowerCase() === primary) return `which is nearest to ${deviceLanguage}`;
  return chosen === defaultLang
    ? `its default, since it has no ${deviceLanguage}`
    : `which stands for ${deviceLanguage}`;
};

const explainTry = ({ failures, waiting, app }: TraceFacts, record: DeliveryRecord): TraceStep => {
  const key = messageKey(record);
  const { pushId, outcome, recordedAt } = record;
  const about = { step: 'try', pushId, outcome } as const;
  const later = waiting.get(key);
  if (outcome === 'sent') {
    const message = `The provider of ${app.name} took push ${pushId}.`;
    return traceStep({ ...about, verdict: 'passed', at: recordedAt, message });
  }
  if (outcome === 'retrying' && later?.attempt === 0) {
    const message = `Push ${pushId} has not been handed over yet, since ${later.reason}; it is looked at again at ${instantText(later.dueAt)}, or as soon as that push service takes a message.`;
    return traceStep({ ...about, verdict: 'waiting', at: later.dueAt, message, ...explain(app, later.reason) });
  }
  if (outcome === 'retrying' && later) {
    const tries = later.attempt === 1 ? 'one try' : `${later.attempt} tries`;
    const message = `After ${tries} (${later.reason}) push ${pushId} waits for the next one at ${instantText(later.dueAt)}.`;
    return traceStep({ ...about, verdict: 'waiting', at: later.dueAt, message, ...explain(app, later.reason) });
  }
  const failure = failures.get(key);
  const reason = failure?.reason ?? null;
  const message = `Push ${pushId} ${ENDS[outcome]}${reason ? `: ${reason}` : ''}.`;
  const verdict = outcome === 'retrying' ? 'waiting' : 'stopped';
  return traceStep({ ...about, verdict, at: failure?.failedAt ?? recordedAt, message, ...explain(app, reason) });
};

const explain = (app: App, reason: string | null): Pick<TraceStep, 'reason' | 'advice'> => ({
  reason,
  advice: adviseOn(app, reason),
});

const ENDS = {
  sent: 'was sent',
  invalid_token: 'was refused, since the token of the device is dead',
  failed: 'was refused for good',
  retrying: 'waits for another try',
  expired: 'was not sent before its time to live ended',
  cancelled: 'was cancelled before it was sent',
} as const;

const explainReceipts = ({ receipts }: TraceFacts, record: DeliveryRecord): TraceStep[] => {
  if (record.outcome !== 'sent') return [];
  const { delivered = null, clicked = null } = receipts.get(messageKey(record)) ?? {};
  const { pushId } = record;
  if (!delivered && !clicked) {
    const message = `The device has not said that push ${pushId} was shown or clicked; not every platform lets it.`;
    return [traceStep({ step: 'receipt', verdict: 'note', pushId, message })];
  }
  const tell = (at: Date | null, what: string): TraceStep[] =>
    at === null
      ? []
      : [
          traceStep({
            step: 'receipt',
            verdict: 'passed',
            at,
            pushId,
            message: `The device said that push ${pushId} was ${what}.`,
          }),
        ];
  return [...tell(delivered, 'delivered'), ...tell(clicked, 'clicked')];
};
