import { chooseTranslation } from '../../content/choose-translation.js';
import type { App } from '../../entities/app.js';
import type { OutcomeName } from '../../entities/outcome.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { explainReason } from './advise.js';
import { type DeliveryRecord, messageKey } from './delivery-record.js';
import type { TraceFacts } from './load-trace-facts.js';
import type { SentenceCode } from './trace-sentences.js';
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
    return [
      cut
        ? traceStep({ step, verdict: 'stopped', code: 'BATCH_NONE' })
        : traceStep({ step, verdict: 'waiting', code: 'BATCH_BEING_CUT' }),
    ];
  }
  const about = { step, values: { batch: batch.id } } as const;
  if (batch.cursorId >= device.id || batch.status === 'done') {
    return [
      records.length > 0
        ? traceStep({ ...about, verdict: 'passed', code: 'BATCH_SENT' })
        : traceStep({ ...about, verdict: 'note', code: 'BATCH_PASSED_BY' }),
    ];
  }
  return [
    batch.status === 'cancelled'
      ? traceStep({ ...about, verdict: 'stopped', code: 'BATCH_CANCELLED' })
      : traceStep({ ...about, verdict: 'waiting', code: 'BATCH_TO_COME' }),
  ];
};

const explainPushes = ({ pushes, device }: TraceFacts): TraceStep[] =>
  pushes.length === 0
    ? [traceStep({ step: 'translation', verdict: 'stopped', code: 'NO_PUSH' })]
    : pushes.map((push) => {
        const { language } = chooseTranslation(push.translations, device.language, push.defaultLang);
        const code = codeOfChoice(push, { chosen: language, deviceLanguage: device.language });
        const values = { push: push.id, language, wanted: device.language ?? '' };
        return traceStep({ step: 'translation', verdict: 'passed', asOfNow: true, pushId: push.id, code, values });
      });

const codeOfChoice = (
  { defaultLang }: RunPush,
  { chosen, deviceLanguage }: { chosen: string; deviceLanguage: string | null },
): SentenceCode => {
  if (deviceLanguage === null) return 'LANGUAGE_DEVICE_UNKNOWN';
  if (chosen.toLowerCase() === deviceLanguage.toLowerCase()) return 'LANGUAGE_OF_DEVICE';
  const primary = deviceLanguage.split('-')[0]?.toLowerCase();
  if (chosen.toLowerCase() === primary) return 'LANGUAGE_NEAREST';
  return chosen === defaultLang ? 'LANGUAGE_DEFAULT' : 'LANGUAGE_INSTEAD';
};

const explainTry = ({ failures, waiting, app }: TraceFacts, record: DeliveryRecord): TraceStep => {
  const key = messageKey(record);
  const { pushId, outcome, recordedAt } = record;
  const about = { step: 'try', pushId, outcome } as const;
  const later = waiting.get(key);
  if (outcome === 'sent') {
    const values = { app: app.name, push: pushId };
    return traceStep({ ...about, verdict: 'passed', at: recordedAt, code: 'TRY_SENT', values });
  }
  if (outcome === 'retrying' && later) {
    const { attempt, reason, dueAt } = later;
    const code = attempt === 0 ? 'TRY_HELD' : attempt === 1 ? 'TRY_AGAIN_AFTER_ONE' : 'TRY_AGAIN';
    const values = { push: pushId, reason, tries: attempt, dueAt: instantText(dueAt) };
    return traceStep({ ...about, verdict: 'waiting', at: dueAt, code, values, ...explain(app, reason) });
  }
  const failure = failures.get(key);
  const reason = failure?.reason ?? null;
  const verdict = outcome === 'retrying' ? 'waiting' : 'stopped';
  const values = { push: pushId, because: reason ? `: ${reason}` : '' };
  const at = failure?.failedAt ?? recordedAt;
  return traceStep({ ...about, verdict, at, code: ENDS[outcome], values, ...explain(app, reason) });
};

const explain = (app: App, reason: string | null) => ({ reason, ...explainReason(app, reason) });

const ENDS = {
  invalid_token: 'TRY_INVALID_TOKEN',
  failed: 'TRY_FAILED',
  retrying: 'TRY_WAITING',
  expired: 'TRY_EXPIRED',
  cancelled: 'TRY_CANCELLED',
} as const satisfies Record<Exclude<OutcomeName, 'sent'>, SentenceCode>;

const explainReceipts = ({ receipts }: TraceFacts, record: DeliveryRecord): TraceStep[] => {
  if (record.outcome !== 'sent') return [];
  const { delivered = null, clicked = null } = receipts.get(messageKey(record)) ?? {};
  const { pushId } = record;
  const about = { step: 'receipt', pushId, values: { push: pushId } } as const;
  if (!delivered && !clicked) return [traceStep({ ...about, verdict: 'note', code: 'RECEIPT_NONE' })];
  const tell = (at: Date | null, code: SentenceCode): TraceStep[] =>
    at === null ? [] : [traceStep({ ...about, verdict: 'passed', at, code })];
  return [...tell(delivered, 'RECEIPT_DELIVERED'), ...tell(clicked, 'RECEIPT_CLICKED')];
};
