import { type LookupAddress, lookup } from 'node:dns';
import { describe, expect, jest, test } from '@jest/globals';
import { toLookup } from '../../../src/providers/outbound/guarded-lookup.js';
import { isPublicAddress } from '../../../src/providers/outbound/is-public-address.js';
import { WebhookClient } from '../../../src/services/webhooks/webhook-client.js';
import { eachDatabase } from '../../support/databases.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const FORBIDDEN = [
  'http://example.com/hook',
  'https://user:password@example.com/hook',
  'https://127.0.0.1/hook',
  'https://2130706433/hook',
  'https://0x7f.1/hook',
  'https://[::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://10.1.2.3/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/hook',
  'https://metadata.google.internal/',
  'https://intranet/hook',
  'https://example.com:22/hook',
  'ftp://example.com/hook',
  'javascript:alert(1)',
  'not a url',
];

describe.each(eachDatabase().slice(0, 1))('the addresses of webhooks, $name', (kind) => {
  test('must be public https URLs without credentials, when created and when changed', async () => {
    await using world = await openWebhookWorld(kind, { allowPrivate: false });
    const { services, caller } = world;
    const { id } = await world.create('https://example.com/hook#part');
    expect((await world.webhook(id)).url).toBe('https://example.com/hook');
    for (const url of FORBIDDEN) {
      await expect(world.create(url)).rejects.toThrow('`url` must be an https URL of a public host');
      await expect(services.webhooks.update(caller, id, { url })).rejects.toThrow('`url` must be an https URL');
    }
    expect((await world.webhook(id)).url).toBe('https://example.com/hook');
    await expect(world.create(`https://example.com/${'a'.repeat(2_100)}`)).rejects.toThrow('2048 characters');
  });

  test('get no request once they are forbidden', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind, { allowPrivate: false });
    const { id } = await world.create('https://example.com/hook');
    // As if the operator had switched OUTBOUND_ALLOW_PRIVATE off again.
    await world.database.tx((tx) => tx.query('UPDATE webhook SET url = ?', [receiver.url]));
    await world.append();
    await world.work();
    expect(receiver.received).toEqual([]);
    expect(await world.attemptsOf(id)).toMatchObject([{ result: 'ADDRESS_NOT_PUBLIC', httpStatus: null }]);
  });
});

/** Gives a different answer each time, like an attacker's name server. */
const resolverOf = (...answers: readonly string[][]) => {
  let next = 0;
  return jest.fn((_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(next, answers.length - 1)] ?? [];
    next += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  });
};

test('a name with a private address gets no connection, and a name is resolved once per connection', async () => {
  for (const answers of [[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']]]) {
    const found = await lookUp(toLookup(resolverOf(...answers), isPublicAddress));
    expect(found).toEqual({ code: 'EADDRNOTPUBLIC' });
  }
  const changing = resolverOf(['93.184.216.34'], ['127.0.0.1']);
  const guarded = toLookup(changing, isPublicAddress);
  // The socket connects to the checked address. Nothing resolves the name a second time.
  expect(await lookUp(guarded)).toEqual({ address: '93.184.216.34' });
  expect(changing).toHaveBeenCalledTimes(1);
  expect(await lookUp(guarded)).toEqual({ code: 'EADDRNOTPUBLIC' });
});

test('the client refuses a real name of this machine before it sends anything', async () => {
  await using receiver = await WebhookReceiver.open();
  const port = new URL(receiver.url).port;
  expect(await isLoopback('localhost')).toBe(true);
  const client = new WebhookClient({ allowPrivate: false });
  const request = { headers: {}, body: Buffer.from('{}') };
  for (const url of [`https://localhost:${port}/`, `https://localhost.localdomain:8443/`]) {
    const answer = await client.post({ url, ...request }, Date.now());
    expect(['ADDRESS_NOT_PUBLIC', 'NAME_NOT_FOUND', 'CONNECTION_FAILED']).toContain(answer?.result);
  }
  expect(receiver.received).toEqual([]);
  await client.close(0);
});

const lookUp = (guarded: ReturnType<typeof toLookup>): Promise<{ address?: string; code?: string }> =>
  new Promise((resolve) => {
    guarded('hook.example.com', {}, (error, address) =>
      resolve(error ? { code: String(error.code) } : { address: String(address) }),
    );
  });

const isLoopback = (name: string): Promise<boolean> =>
  new Promise((resolve) => lookup(name, (_error, address) => resolve(!isPublicAddress(address))));
