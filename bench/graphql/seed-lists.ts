import { request } from 'undici';
import { PUSH, type Seeded, seed } from '../rest/seed.js';

const PUSHES_EACH = 3;

/** Seeds the data of the REST benchmark, and binds three pushes to each of its 20 schedulers. */
export const seedLists = async (address: string, apiKey: string): Promise<Seeded> => {
  const seeded = await seed(address, apiKey);
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<number> => {
    const answer = await request(`${address}/api/b/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text === '' ? 0 : JSON.parse(text).id;
  };
  for (let n = 0; n < 20; n += 1) {
    const ids: number[] = [];
    for (let push = 0; push < PUSHES_EACH; push += 1) ids.push(await send('POST', '/pushes', PUSH));
    await send('PUT', `/sched/conversion/${seeded.schedulerId + n}/pushes`, { push_ids: ids });
  }
  return seeded;
};
