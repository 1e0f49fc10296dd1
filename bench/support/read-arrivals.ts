import type { ServiceWorld } from '../../test/support/service-world.js';

/** The time at which the fake accepted each target's message, epoch ms. */
export const readArrivals = async ({ fakes }: ServiceWorld): Promise<Map<string, number>> => {
  const arrivals = new Map<string, number>();
  for (let offset = 0; ; offset += 10_000) {
    const entries = await fakes.entries({ offset, limit: 10_000, accepted: true });
    for (const { target, at } of entries) arrivals.set(target, at);
    if (entries.length < 10_000) return arrivals;
  }
};
