import type { RequestShape } from '../support/send-requests.js';
import { APP, PUSH, type Seeded } from './seed.js';

export interface RestCase {
  readonly name: string;
  readonly request: RequestShape;
}

/** Creates come last, because they lengthen the lists. */
export const restCases = (apiKey: string, { pushId, schedulerId }: Seeded): readonly RestCase[] => {
  const get = (name: string, path: string): RestCase => ({
    name,
    request: {
      method: 'GET',
      path: `/api/b/v2${path}`,
      headers: { authorization: `Bearer ${apiKey}` },
      body: null,
      status: 200,
    },
  });
  const post = (path: string, body: object): RestCase => ({
    name: `create: POST ${path}`,
    request: {
      method: 'POST',
      path: `/api/b/v2${path}`,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      status: 201,
    },
  });
  return [
    get('list: GET /apps, 20 rows', '/apps'),
    get('list: GET /sched/conversion, 20 rows', '/sched/conversion'),
    get('get: GET /pushes/:id', `/pushes/${pushId}`),
    get('get: GET /sched/conversion/:id', `/sched/conversion/${schedulerId}`),
    post('/pushes', PUSH),
    post('/apps', APP),
  ];
};
