import type { App } from '../../entities/app.js';
import type { Device } from '../../entities/device.js';
import { adviceFor } from '../../providers/advice.js';
import { type Reason, sayReason } from '../../providers/codes.js';
import { PROVIDERS } from '../../providers/providers.js';
import { readStored, type StoredReason } from '../../providers/stored-reason.js';

type Provided = Pick<App, 'pushProvider'>;

export interface ExplainedReason {
  /** In English. */
  readonly reason: string | null;
  /** The meaning, for programs; null: only the provider knows. */
  readonly reasonCode: string | null;
  /** Advice for people, if there is any. */
  readonly advice: string | null;
}

export const explainReason = ({ pushProvider }: Provided, reason: Reason | null): ExplainedReason => {
  if (reason === null) return { reason: null, reasonCode: null, advice: null };
  const known = adviceFor(PROVIDERS[pushProvider], reason.code);
  return { reason: sayReason(reason), reasonCode: known?.code ?? null, advice: known?.advice ?? null };
};

export const explainStored = (app: Provided, stored: StoredReason | null): ExplainedReason =>
  explainReason(app, stored && readStored(stored, app.pushProvider));

type Paused = Pick<App, 'pauseReason' | 'pauseCode' | 'pauseDetail'>;

/** Null: the application is not paused. */
export const pauseReasonOf = ({ pauseReason: reason, pauseCode: code, pauseDetail: detail }: Paused) =>
  reason === null ? null : { reason, code, detail };

type Retired = Pick<Device, 'inactiveReason' | 'inactiveCode' | 'inactiveDetail'>;

/** Null: the device has not been retired. */
export const retirementReasonOf = ({ inactiveReason: reason, inactiveCode: code, inactiveDetail: detail }: Retired) =>
  reason === null ? null : { reason, code, detail };
