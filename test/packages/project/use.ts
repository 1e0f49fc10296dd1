// A program in a user's project. tsc checks it with the package's types, and Node.js runs it against a real service.
import {
  BadKeyError,
  CreateAppDocument,
  createClient,
  GraphError,
  ListAppsDocument,
  possibleTypes,
} from '@pushgraph/client';
import { codegen } from '@pushgraph/client/codegen';
import { WebSocket } from 'ws';

const { SERVICE_URL: url = '', SERVICE_KEY: apiKey = '' } = process.env;
const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`);
const client = createClient({ url, apiKey, webSocketImpl: WebSocket });

const made = await client.request(CreateAppDocument, {
  input: { name: 'by the package', provider: { webpush: true } },
});
const refused = await client.request(CreateAppDocument, { input: { name: '', provider: { webpush: true } } });
const { apps } = await client.request(ListAppsDocument, { first: 100 });
const names: string[] = apps.edges.map(({ node }) => node.name);
// @ts-expect-error a document knows its variables
const wrong = await client.request(ListAppsDocument, { first: 'ten' }).catch((error: unknown) => error);
const stranger = createClient({ url, apiKey: 'the-key-of-nobody-at-all' });
const badKey = await stranger.request(ListAppsDocument, { first: 1 }).catch((error: unknown) => error);
say({
  made: made.appCreate.app?.name,
  refused: refused.appCreate.userErrors.map(({ code }) => code),
  names,
  wrong: wrong instanceof GraphError && wrong.code,
  badKey: badKey instanceof BadKeyError,
  nodes: possibleTypes.Node?.includes('App'),
  schema: codegen({ documents: 'src/**/*.ts', into: 'src/graph/' }).schema,
});

for await (const { deliveryEvents } of client.deliveryEvents({ types: ['DEVICE_RETIRED'] })) {
  if (deliveryEvents.node?.__typename === 'Device') say({ retired: deliveryEvents.node.id });
}
