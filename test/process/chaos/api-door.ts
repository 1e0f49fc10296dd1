import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceAnswer, ServiceGone } from '../../support/service-client.js';
import type { ServiceProcess } from '../../support/service-process.js';
import type { Asked } from '../../support/service-steps.js';
import type { Slot } from './slot.js';

const PAUSE_MS = 50;
const DEADLINE_MS = 300_000;

/**
 * Reaches the API like its users: tries the next process if one has died or answers with a server error. A request
 * may be carried out twice, so callers send only requests that allow that.
 */
export class ApiDoor implements Asked {
  private turn = 0;

  constructor(private readonly slots: readonly Slot[]) {}

  api(method: string, path: string, body?: unknown): Promise<ServiceAnswer> {
    return this.insist((service) => service.api(method, path, body));
  }

  sdk(method: string, path: string, options: { body?: unknown; secret?: string }): Promise<ServiceAnswer> {
    return this.insist((service) => service.sdk(method, path, options));
  }

  private async insist(ask: (service: ServiceProcess) => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      this.turn += 1;
      const service = this.slots[this.turn % this.slots.length]?.service;
      const answer = service ? await ask(service).catch(nullIfGone) : null;
      if (answer && answer.status < 500) return answer;
      if (performance.now() > deadline)
        throw new Error(`No good answer within ${DEADLINE_MS} ms; last: ${answer?.status}`);
      await sleep(PAUSE_MS);
    }
  }
}

/** The connection broke before or during the answer (undici: `TypeError: terminated`). */
const nullIfGone = (error: unknown): null => {
  if (error instanceof ServiceGone || (error instanceof Error && error.message === 'terminated')) return null;
  throw error;
};
