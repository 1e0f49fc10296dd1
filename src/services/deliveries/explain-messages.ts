import { chooseTranslation } from '../../content/choose-translation.js';
import { type Assignment, assign, isAfterDecision, placeOf } from '../../delivery/judgement/arms.js';
import { DROP_OUTCOMES, RULE_CODES } from '../../delivery/judgement/index.js';
import { type DropOutcome, HELD, type OutcomeName } from '../../entities/outcome.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { CONTROL_ARM, ROLLOUT_ARM, WAITING_ARM } from '../../ports/experiment.js';
import { ALL_MARKETING } from '../../ports/preferences.js';
import { explainStored } from './advise.js';
import { type DeliveryRecord, messageKey } from './delivery-record.js';
import type { OptOut } from './find-opt-outs.js';
import type { TraceFacts } from './load-trace-facts.js';
import type { SentenceCode } from './trace-sentences.js';
import { instantText, type TraceStep, traceStep } from './trace-step.js';

/** The steps of the device's batch, and for each push the translation, the provider's answer and the receipts. */
export const explainMessages = (facts: TraceFacts): TraceStep[] => [
  ...explainBatch(facts),
  ...explainVariant(facts),
  ...explainPushes(facts),
  ...facts.records.flatMap((record) => [explainTry(facts, record), ...explainReceipts(facts, record)]),
];

const explainBatch = ({ run, batch, limit, device, records, audience, app }: TraceFacts): TraceStep[] => {
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
  if (batch.status === 'cancelled') return [traceStep({ ...about, verdict: 'stopped', code: 'BATCH_CANCELLED' })];
  if (limit === null) return [traceStep({ ...about, verdict: 'waiting', code: 'BATCH_TO_COME' })];
  const values = { ...about.values, limit };
  return [traceStep({ ...about, verdict: 'waiting', code: 'BATCH_PACED', values })];
};

const explainPushes = (facts: TraceFacts): TraceStep[] => {
  const { pushes, device } = facts;
  if (pushes.length === 0) return [traceStep({ step: 'translation', verdict: 'stopped', code: 'NO_PUSH' })];
  const given = assignmentOf(facts);
  return pushes
    .filter(({ id }) => given === null || id === given.pushId)
    .map((push) => {
      const { language } = chooseTranslation(push.translations, device.language, push.defaultLang);
      const code = codeOfChoice(push, { chosen: language, deviceLanguage: device.language });
      const values = { push: push.id, language, wanted: device.language ?? '' };
      return traceStep({ step: 'translation', verdict: 'passed', asOfNow: true, pushId: push.id, code, values });
    });
};

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

const explainTry = (facts: TraceFacts, record: DeliveryRecord): TraceStep => {
  const { failures, waiting, app } = facts;
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
    const rule = ruleOf(later.code);
    const tried = attempt === 0 ? 'TRY_HELD' : attempt === 1 ? 'TRY_AGAIN_AFTER_ONE' : 'TRY_AGAIN';
    const values = { push: pushId, reason, tries: attempt, dueAt: instantText(dueAt), ...(rule && { rule }) };
    const code = rule ? 'RULE_HELD' : tried;
    const held = later.isHeld ? ({ outcome: HELD } as const) : {};
    return traceStep({ ...about, ...held, verdict: 'waiting', at: dueAt, code, values, ...explainStored(app, later) });
  }
  const failure = failures.get(key);
  const reason = failure?.reason ?? null;
  const verdict = outcome === 'retrying' ? 'waiting' : 'stopped';
  const rule = ruleOf(failure?.code ?? null) ?? ruleOf(outcome);
  const optOut = outcome === 'OPTED_OUT' ? optOutOf(facts, record) : undefined;
  const values = { push: pushId, because: reason ? `: ${reason}` : '', ...(rule && { rule }) };
  const at = failure?.failedAt ?? recordedAt;
  if (optOut) {
    const { subjectKind, category, changedAt, source } = optOut;
    const code = subjectKind === 'user' ? 'OPTED_OUT_BY_USER' : 'OPTED_OUT_ON_DEVICE';
    const chosen = { push: pushId, category, chosenAt: instantText(changedAt), source };
    return traceStep({ ...about, verdict, at, code, values: chosen, ...explainStored(app, failure ?? null) });
  }
  const code = rule || !isCommon(outcome) ? 'RULE_DROPPED' : ENDS[outcome];
  return traceStep({ ...about, verdict, at, code, values, ...explainStored(app, failure ?? null) });
};

/** The choice for which the push was dropped; undefined if there was none, or it has changed since. */
const optOutOf = ({ optOuts, pushes }: TraceFacts, { pushId, recordedAt }: DeliveryRecord): OptOut | undefined => {
  const category = pushes.find(({ id }) => id === pushId)?.category;
  const isMarketing = (category?.kind ?? 'MARKETING') === 'MARKETING';
  return optOuts.find(
    ({ categoryId, changedAt }) =>
      changedAt <= recordedAt && (categoryId === category?.id || (isMarketing && categoryId === ALL_MARKETING)),
  );
};

const ENDS = {
  invalid_token: 'TRY_INVALID_TOKEN',
  failed: 'TRY_FAILED',
  retrying: 'TRY_WAITING',
  expired: 'TRY_EXPIRED',
  cancelled: 'TRY_CANCELLED',
} as const satisfies Record<Exclude<OutcomeName, 'sent' | 'held' | DropOutcome>, SentenceCode>;

/** The rule that has this code or this outcome; undefined: no single rule has it. */
const ruleOf = (name: string | null): string | undefined =>
  RULE_CODES.find(({ code }) => code === name)?.rule ?? DROP_OUTCOMES.find(({ outcome }) => outcome === name)?.rule;

const isCommon = (outcome: string): outcome is keyof typeof ENDS => outcome in ENDS;

const explainReceipts = ({ receipts }: TraceFacts, record: DeliveryRecord): TraceStep[] => {
  if (record.outcome !== 'sent') return [];
  const noted = receipts.get(messageKey(record));
  const { delivered = null, clicked = null, dismissed = null, button = null } = noted ?? {};
  const { pushId } = record;
  const about = { step: 'receipt', pushId, values: { push: pushId, ...(button !== null && { button }) } } as const;
  if (!delivered && !clicked && !dismissed) return [traceStep({ ...about, verdict: 'note', code: 'RECEIPT_NONE' })];
  const tell = (at: Date | null, code: SentenceCode): TraceStep[] =>
    at === null ? [] : [traceStep({ ...about, verdict: 'passed', at, code })];
  return [
    ...tell(delivered, 'RECEIPT_DELIVERED'),
    ...tell(clicked, button === null ? 'RECEIPT_CLICKED' : 'RECEIPT_BUTTON_CLICKED'),
    ...tell(dismissed, 'RECEIPT_DISMISSED'),
  ];
};

type Facts = Pick<TraceFacts, 'run' | 'device'>;

/** The variant of the device's present user; null: the run has no experiment. */
const assignmentOf = ({ run, device }: Facts): Assignment | null => {
  const { experiment, decidedAt, winner } = run;
  if (!experiment) return null;
  const decision = decidedAt === null ? null : { winner };
  return assign(experiment, unitOf(device), { decision, isLater: isAfterDecision(run) });
};

const unitOf = ({ externalUserId, id }: TraceFacts['device']): string | number => externalUserId ?? id;

/** Names the variant of the user, and where the user lies between 0 and 1. */
const explainVariant = ({ run, device }: Facts): TraceStep[] => {
  const given = assignmentOf({ run, device });
  if (!run.experiment || !given) return [];
  const { experiment } = run;
  const place = Math.round(placeOf(experiment, unitOf(device)) * 10_000) / 10_000;
  const number = experiment.variants.findIndex(({ pushId }) => pushId === given.pushId) + 1;
  const about = { step: 'variant', asOfNow: true } as const;
  const values = { variant: number, push: given.pushId, place };
  switch (given.arm) {
    case CONTROL_ARM: {
      const share = experiment.controlShare;
      return [traceStep({ ...about, verdict: 'note', code: 'VARIANT_CONTROL', values: { place, share } })];
    }
    case WAITING_ARM: {
      const decideAt = instantText(new Date(experiment.decideAt ?? 0));
      return [traceStep({ ...about, verdict: 'note', code: 'VARIANT_WAITS', values: { place, decideAt } })];
    }
    case ROLLOUT_ARM:
      return [traceStep({ ...about, verdict: 'passed', pushId: given.pushId, code: 'VARIANT_AFTER_DECISION', values })];
    default:
      return [traceStep({ ...about, verdict: 'passed', pushId: given.pushId, code: 'VARIANT_TESTED', values })];
  }
};
