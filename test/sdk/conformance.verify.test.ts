import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { readRepositoryFile } from '../support/repository.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';
import { swiftRoot } from '../support/swift-root.js';
import { buildKotlin } from './kotlin-library.js';
import type { Library } from './library.js';
import { overKotlin } from './react-native-library.js';
import { runScenario, type Scenario } from './scenario-run.js';
import { buildSwift } from './swift-library.js';
import { openWeb } from './web-library.js';

/* Every library runs sdk/conformance/scenarios.json against the real service: `npm run verify:sdk`. */

const SCENARIOS: readonly Scenario[] = JSON.parse(readRepositoryFile('sdk/conformance/scenarios.json'));

let world: ServiceWorld;
let service: ServiceProcess;
let folder: string;
let web: AsyncDisposable | undefined;
let builtKotlin: Promise<Library> | undefined;
/** Compiled once, for Kotlin and for React Native on top of it. */
const kotlin = (): Promise<Library> => {
  builtKotlin ??= buildKotlin(folder);
  return builtKotlin;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-sdk-'));
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('there is always SQLite');
  world = await ServiceWorld.open(sqlite);
  service = await world.start();
  await prepareAccount(world, service);
}, 600_000);
afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const LIBRARIES: readonly { readonly name: string; readonly isHere: boolean; build(): Promise<Library> }[] = [
  {
    name: 'web',
    isHere: Boolean(process.env.CHROMIUM_PATH),
    build: async () => {
      const opened = await openWeb(world.fakes, SCENARIOS.length);
      web = opened;
      return opened;
    },
  },
  { name: 'kotlin', isHere: findBinary('java') !== null, build: () => kotlin() },
  { name: 'react-native', isHere: findBinary('java') !== null, build: async () => overKotlin(await kotlin()) },
  { name: 'swift', isHere: Boolean(swiftRoot), build: () => buildSwift(folder) },
];

/** The scenarios of all libraries. Each has its own tokens. */
let ran = 0;

for (const { name, isHere, build } of LIBRARIES)
  (isHere ? describe : describe.skip)(`the library ${name}`, () => {
    let library: Library;
    let passed = 0;
    const mine = SCENARIOS.filter(({ except }) => !except?.[name]);
    beforeAll(async () => {
      library = await build();
    }, 600_000);
    afterAll(() => {
      process.stdout.write(`${name}: ${passed} of ${mine.length} scenarios; ${SCENARIOS.length} in the script\n`);
    });

    test.each(mine)(
      '$title',
      async (scenario) => {
        ran += 1;
        await runScenario({ world, service, library, number: ran }, scenario);
        passed += 1;
      },
      180_000,
    );
  });

const ATTRIBUTES = [
  { key: 'favourite_team', type: 'STRING', writableByDevice: true },
  { key: 'orders', type: 'NUMBER', writableByDevice: true },
  { key: 'plan', type: 'STRING', writableByDevice: false },
];

/** The names in scenarios: events, categories, attributes, and a message for `greet`. */
const prepareAccount = async ({ fakes }: ServiceWorld, to: ServiceProcess): Promise<void> => {
  for (const code of ['order', 'greet']) await must(201, to.api('POST', '/events', { name: code, code }));
  const define = `mutation ($input: AttributeDefineInput!) { attributeDefine(input: $input) { userErrors { message } } }`;
  for (const input of ATTRIBUTES) await to.graphql(define, { input });
  const create = `mutation ($input: CategoryInput!) { categoryCreate(input: $input) { userErrors { message } } }`;
  for (const key of ['news', 'orders'])
    await to.graphql(create, { input: { key, names: [{ language: 'en', text: key }] } });
  // A scheduler needs an application.
  await createApp(to, fakes, { provider: 'provider_a', name: 'First' });
  const pushId = await createPush(to, [{ language: 'en', title: 'Hello', text: 'Good to see you.' }]);
  await startAutoPush(to, { pushId, body: { name: 'greetings', event_include: ['greet'], all_apps: true } });
};
