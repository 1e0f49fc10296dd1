import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';

/* The Kotlin of docs/mobile.md, compiled, and run against the real service: `npm run verify:kotlin`. */

const run = promisify(execFile);
const MAVEN = process.env.MAVEN_REPOSITORY ?? 'https://repo1.maven.org/maven2';

/** What compiles, and what an application is compiled with; by SHA-256. */
const COMPILER: Readonly<Record<string, string>> = {
  'org/jetbrains/kotlin/kotlin-compiler-embeddable/2.1.20/kotlin-compiler-embeddable-2.1.20.jar':
    'c54a00718c8c0e3ee858bf42771c7f401c5e3c1738861e18e9536371042fa1b3',
  'org/jetbrains/kotlin/kotlin-reflect/2.1.20/kotlin-reflect-2.1.20.jar':
    '419778f2b7a826bad6ee2ca1e4bdebe639ab306d2904fa3ef2a308ecfaab3811',
  'org/jetbrains/kotlin/kotlin-script-runtime/2.1.20/kotlin-script-runtime-2.1.20.jar':
    'ae4397fbb3aa2a1ada09290e753bba99a4114548977c3115526b9958f4cb1a04',
  'org/jetbrains/kotlin/kotlin-daemon-embeddable/2.1.20/kotlin-daemon-embeddable-2.1.20.jar':
    'd9e83df1d847a201ba3c016a786ced091be9503997d09f6a9cf1796ee489f374',
  'org/jetbrains/annotations/13.0/annotations-13.0.jar':
    'ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478',
  'org/jetbrains/intellij/deps/trove4j/1.0.20200330/trove4j-1.0.20200330.jar':
    'c5fd725bffab51846bf3c77db1383c60aaaebfe1b7fe2f00d23fe1b7df0a439d',
  'org/jetbrains/kotlinx/kotlinx-coroutines-core-jvm/1.6.4/kotlinx-coroutines-core-jvm-1.6.4.jar':
    'c24c8bb27bb320c4a93871501a7e5e0c61607638907b197aef675513d4c820be',
};
const LIBRARIES: Readonly<Record<string, string>> = {
  'org/jetbrains/kotlin/kotlin-stdlib/2.1.20/kotlin-stdlib-2.1.20.jar':
    '1bcc74e8ce84e2c25eaafde10f1248349cce3062b6e36978cbeec610db1e930a',
  'com/squareup/okhttp3/okhttp/4.12.0/okhttp-4.12.0.jar':
    'b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0',
  'com/squareup/okio/okio-jvm/3.6.0/okio-jvm-3.6.0.jar':
    '67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412',
  'org/json/json/20240303/json-20240303.jar': '3cf6cd6892e32e2b4c1c39e0f52f5248a2f5b37646fdfbb79a66b46b618414ed',
};
/** Declarations alone, as Google once put them there. */
const ANDROID: Readonly<Record<string, string>> = {
  'com/google/android/android/4.1.1.4/android-4.1.1.4.jar':
    '84072541cbb711eff89f7277100ff854929a446dba7ceb1b195c340e0b4fd3cb',
};

/** Firebase's library is not at Maven Central: what the page uses of it. */
const FIREBASE = `package com.google.firebase.messaging
open class FirebaseMessagingService : android.app.Service() {
    override fun onBind(intent: android.content.Intent?): android.os.IBinder? = null
    open fun onNewToken(token: String) {}
    open fun onMessageReceived(message: RemoteMessage) {}
}
class RemoteMessage(val data: Map<String, String>)
`;

/** An application's day; what it hears is printed. */
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

      const classpath = [classes, ...(await fetchAll(LIBRARIES))].join(':');
      const running = run('java', ['-cp', classpath, 'MainKt', service.address, serviceId]);
      // By the token that the device has moved to.
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
  const libraries = await fetchAll(LIBRARIES);
  const compiler = [...(await fetchAll(COMPILER)), ...libraries].join(':');
  const classes = join(folder, 'classes');
  const options = ['-no-stdlib', '-no-reflect', '-Werror', '-jvm-target', '11', '-d', classes];
  const classpath = [...libraries, ...(await fetchAll(ANDROID))].join(':');
  await run('java', [
    ...['-cp', compiler, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'],
    ...[...options, '-classpath', classpath, ...files],
  ]);
  return classes;
};

/** From Maven Central, into the user's cache. */
const fetchAll = async (wanted: Readonly<Record<string, string>>): Promise<string[]> => {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pushgraph', 'kotlin');
  await mkdir(cache, { recursive: true });
  const files: string[] = [];
  for (const [path, sha256] of Object.entries(wanted)) {
    const file = join(cache, basename(path));
    if (!existsSync(file)) {
      await run('curl', ['-sfL', '--retry', '3', '-o', `${file}.part`, `${MAVEN}/${path}`]);
      const found = createHash('sha256')
        .update(await readFile(`${file}.part`))
        .digest('hex');
      if (found !== sha256) throw new Error(`${path} is not what it was: ${found}`);
      await rename(`${file}.part`, file);
    }
    files.push(file);
  }
  return files;
};
