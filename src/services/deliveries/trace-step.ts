import type { FilterName } from '../../audience/filters/index.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { type FilterCode, type SentenceCode, sayStep, type TraceCode, type TraceValues } from './trace-sentences.js';

/** The steps that decide whether a device gets a message, in the order of evaluation. */
export type TraceStepName =
  | 'run'
  | 'registration'
  | 'trigger'
  | 'activity'
  | 'application'
  | 'target'
  | FilterName
  | 'batch'
  | 'variant'
  | 'translation'
  | 'try'
  | 'receipt'
  | 'history';

/** `note` decides nothing. */
export type TraceVerdict = 'passed' | 'stopped' | 'waiting' | 'note';

export interface TraceStep {
  readonly step: TraceStepName;
  readonly verdict: TraceVerdict;
  /** A stable code; with `values`, clients can word it in any language. */
  readonly code: TraceCode;
  readonly values: TraceValues;
  /** One sentence for people. */
  readonly message: string;
  /** Judged by the device's current state, which may have changed since the run. */
  readonly asOfNow: boolean;
  /** When it happened or will happen. */
  readonly at: Date | null;
  /** The push it concerns; null for all pushes of the run. */
  readonly pushId: number | null;
  /** Present for a recorded message. */
  readonly outcome: OutcomeName | null;
  /** The answer of the provider, or our own reason. */
  readonly reason: string | null;
  /** Advice for people, if known. */
  readonly advice: string | null;
  /** The meaning of the reason. */
  readonly reasonCode: string | null;
}

export type TraceOutcome = 'sent' | 'waiting' | 'failed' | 'not_sent' | 'unknown';

export interface DeliveryTrace {
  readonly outcome: TraceOutcome;
  readonly summary: string;
  /** The step that decided; null if all passed and nothing was recorded. */
  readonly decidedBy: TraceStep | null;
  readonly steps: readonly TraceStep[];
}

type Told = Pick<TraceStep, 'step' | 'verdict'> &
  Partial<Omit<TraceStep, 'code' | 'message'>> &
  ({ readonly code: SentenceCode; readonly message?: never } | { readonly code: FilterCode; readonly message: string });

export const traceStep = (told: Told): TraceStep => ({
  values: {},
  asOfNow: false,
  at: null,
  pushId: null,
  outcome: null,
  reason: null,
  advice: null,
  reasonCode: null,
  ...told,
  message: told.message ?? sayStep(told.code, told.values ?? {}),
});

/** The format of instants in sentences. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
