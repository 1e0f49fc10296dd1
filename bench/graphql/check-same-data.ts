import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import type { RequestShape } from '../support/send-requests.js';
import type { NamedServer } from './measure-servers.js';

/** All must return the same data. @throws the differing answers */
export const checkSameData = async (servers: readonly NamedServer[], shape: RequestShape): Promise<void> => {
  const answers = await Promise.all(servers.map(({ server }) => read(server.address, shape)));
  const differing = servers.filter((_, index) => !isDeepStrictEqual(answers[index], answers[0]));
  if (differing.length === 0) return;
  const names = differing.map(({ name }) => name).join(', ');
  const shown = servers.map(({ name }, index) => `${name}: ${JSON.stringify(answers[index]).slice(0, 600)}…`);
  throw new Error(`The answers of ${names} differ:\n${shown.join('\n')}`);
};

const read = async (address: string, { method, path, headers, body }: RequestShape): Promise<unknown> => {
  const answer = await request(address + path, { method, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}: ${text}`);
  const { data, errors } = JSON.parse(text);
  return { data, errors };
};
