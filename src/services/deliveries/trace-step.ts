import type { FilterName } from '../../audience/filters/index.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { type FilterCode, type SentenceCode, sayStep, type TraceCode, type TraceValues } from './trace-sentences.js';

/** What decides whether a device gets a message, in the order in which it is asked. */
export type TraceStepName =
  | 'run'
  | 'registration'
  | 'trigger'
  | 'activity'
  | 'application'
  | FilterName
  | 'batch'
  | 'translation'
  | 'try'
  | 'receipt'
  | 'history';

/** `note` decides nothing. */
export type TraceVerdict = 'passed' | 'stopped' | 'waiting' | 'note';

export interface TraceStep {
  readonly step: TraceStepName;
  readonly verdict: TraceVerdict;
  /** What it says, for programs; with `values` it can be said in any language. */
  readonly code: TraceCode;
  readonly values: TraceValues;
  /** One sentence for people. */
  readonly message: string;
  /** By what is known of the device now, which may have changed since the run. */
  readonly asOfNow: boolean;
  /** When it happened, or will. */
  readonly at: Date | null;
  /** The push that it is about; null: all of the run's. */
  readonly pushId: number | null;
  /** Of a recorded message. */
  readonly outcome: OutcomeName | null;
  /** The provider's answer, or ours. */
  readonly reason: string | null;
  /** What to do about it, where that is known. */
  readonly advice: string | null;
  /** What the reason means. */
  readonly reasonCode: string | null;
}

export type TraceOutcome = 'sent' | 'waiting' | 'failed' | 'not_sent' | 'unknown';

export interface DeliveryTrace {
  readonly outcome: TraceOutcome;
  readonly summary: string;
  /** The step that settled it; null: all let it pass, and nothing was recorded. */
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

/** As sentences name instants. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
