import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { compileKotlin, fetchJars, type Jars, KOTLIN_LIBRARIES } from '../support/maven-jars.js';
import { readRepositoryFile } from '../support/repository.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';

/* The Kotlin of docs/mobile.md, compiled and run against the real service: `npm run verify:kotlin`. */

const run = promisify(execFile);
const LIBRARIES: Jars = {
  ...KOTLIN_LIBRARIES,
  'org/json/json/20240303/json-20240303.jar': '3cf6cd6892e32e2b4c1c39e0f52f5248a2f5b37646fdfbb79a66b46b618414ed',
};
/** Declarations only, as in Google's former library. */
const ANDROID: Jars = {
  'com/google/android/android/4.1.1.4/android-4.1.1.4.jar':
    '84072541cbb711eff89f7277100ff854929a446dba7ceb1b195c340e0b4fd3cb',
};

/** Firebase's library is not at Maven Central; this declares what the page uses of it. */
const FIREBASE = `package com.google.firebase.messaging
open class FirebaseMessagingService : android.app.Service() {
    override fun onBind(intent: android.content.Intent?): android.os.IBinder? = null
    open fun onNewToken(token: String) {}
    open fun onMessageReceived(message: RemoteMessage) {}
}
class RemoteMessage(val data: Map<String, String>)
`;

/** An application's whole use of the page; it prints what it receives. */
const MAIN = `import com.example.push.*
class Memory : DeviceStore {
    override var deviceId: String? = null
    override var deviceSecret: String? = null
}
fun main(args: Array<String>) {
    val (address, serviceId) = args
    val store = Memory()
    val push = Pushgraph(address, serviceId, store)
    push.register("first-token", mapOf("language" to "de", "platform" to "android"))
    val first = store.deviceId
    push.register("second-token", mapOf("language" to "en"))
    println("same " + (store.deviceId == first))
    println("reported " + push.report("order", "order 17"))
    println("again " + push.report("order", "order 17"))
    push.acknowledge(readln(), "clicked")
    val secret = store.deviceSecret
    store.deviceSecret = "no-secret-of-this-device-at-all-000000"
    push.register("second-token")
    println("new secret " + (store.deviceSecret != secret))
    push.unregister()
    println("gone " + (store.deviceId == null))
    try {
        push.acknowledge("no receipt", "clicked")
    } catch (refused: PushgraphException) {
        println("refused " + refused.status)
    }
}
`;

(findBinary('java') ? test : test.skip)(
  'the Kotlin of the page compiles, and registers, reports, acknowledges and ends a device',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-kotlin-'));
    try {
      const classes = await compile(folder);
      const [sqlite] = eachDatabase();
      if (!sqlite) throw new Error('there is always SQLite');
      await using world = await ServiceWorld.open(sqlite);
      const service = await world.start();
      const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_a', name: 'Android' });
      await must(201, service.api('POST', '/events', { name: 'Order', code: 'order' }));
      const pushId = await createPush(service, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
      await startAutoPush(service, { pushId, body: { name: 'orders', event_include: ['order'], all_apps: true } });

      const classpath = [classes, ...(await fetchJars(LIBRARIES))].join(':');
      const running = run('java', ['-cp', classpath, 'MainKt', service.address, serviceId]);
      // Its current token identifies the device.
      const receipt = await eventually('the message', async () => {
        const [entry] = await world.fakes.entries();
        return entry?.target === 'second-token' ? entry.receipt : null;
      });
      running.child.stdin?.end(`${receipt}\n`);
      const { stdout } = await running;
      const lines = ['same true', 'reported true', 'again false', 'new secret true', 'gone true', 'refused 400'];
      expect(stdout.trim().split('\n')).toEqual(lines);
      const database = await world.db();
      expect(await database.query("SELECT COUNT(*) AS n FROM receipt WHERE kind = 'clicked'")).toEqual([{ n: 1 }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);

const compile = async (folder: string): Promise<string> => {
  const blocks = [...readRepositoryFile('docs/mobile.md').matchAll(/^```kotlin\n(.*?)^```$/gms)].map(
    ([, text]) => text,
  );
  expect(blocks).toHaveLength(2);
  const sources = { Client: blocks[0], Android: blocks[1], Firebase: FIREBASE, Main: MAIN };
  const files = Object.keys(sources).map((name) => join(folder, `${name}.kt`));
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, `${name}.kt`), text ?? '');
  const libraries = [...(await fetchJars(LIBRARIES)), ...(await fetchJars(ANDROID))];
  return compileKotlin(files, { libraries, into: join(folder, 'classes'), options: ['-Werror'] });
};
