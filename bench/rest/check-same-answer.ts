import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import type { RestCase } from './rest-cases.js';

/** Both must answer the same, except for the ids of created objects. @throws the differing answers */
export const checkSameAnswer = async ({ name, request }: RestCase, addresses: readonly string[]): Promise<void> => {
  const answers = await Promise.all(addresses.map((address) => read(address, request)));
  const [first, ...others] = answers.map((answer) => (request.method === 'POST' ? withoutIds(answer) : answer));
  if (others.every((answer) => isDeepStrictEqual(answer, first))) return;
  throw new Error(`The answers to ${name} differ:\n${answers.map((answer) => JSON.stringify(answer)).join('\n')}`);
};

const read = async (address: string, { method, path, headers, body }: RestCase['request']): Promise<unknown> => {
  const answer = await request(address + path, { method, headers, body });
  return { status: answer.statusCode, body: await answer.body.json() };
};

const withoutIds = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) => (name !== 'status' && typeof value === 'number' ? 'an id' : value)),
  );
