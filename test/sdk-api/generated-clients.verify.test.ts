import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { compileKotlin, fetchJars, type Jars, KOTLIN_LIBRARIES } from '../support/maven-jars.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/*
 * OpenAPI Generator generates these clients from `/sdk/v1/openapi.json` of a running service, and the test uses them
 * unchanged. Each registers a device and reports an event with the device's secret. `npm run verify:clients` needs Java
 * and Python, and fetches the generator and the libraries once (35 MB).
 */

const run = promisify(execFile);

const GENERATOR: Jars = {
  'org/openapitools/openapi-generator-cli/7.14.0/openapi-generator-cli-7.14.0.jar':
    'e03186835022ca02da4aa95e3967b6a3b6d44c2e5f7606e6d5c22466f519c757',
};
const JAVA_LIBRARIES: Jars = {
  'com/fasterxml/jackson/core/jackson-core/2.17.1/jackson-core-2.17.1.jar':
    'ddb26c8a1f1a84535e8213c48b35b253370434e3287b3cf15777856fc4e58ce6',
  'com/fasterxml/jackson/core/jackson-annotations/2.17.1/jackson-annotations-2.17.1.jar':
    'fccad82e13172c0e4384db71577219c9b8631c0820f4b18daaa57016fb661c76',
  'com/fasterxml/jackson/core/jackson-databind/2.17.1/jackson-databind-2.17.1.jar':
    'b6ca2f7d5b1ab245cec5495ec339773d2d90554c48592590673fb18f4400a948',
  'com/fasterxml/jackson/datatype/jackson-datatype-jsr310/2.17.1/jackson-datatype-jsr310-2.17.1.jar':
    '56765d55ac8cffdd757c1a534ec965e70b01176f64dfd7e70b0db34d8babc9fa',
  'org/openapitools/jackson-databind-nullable/0.2.6/jackson-databind-nullable-0.2.6.jar':
    'bea692716d5b13a187874492045d4aa4d0c8f604ac661ea2366194e8be8785df',
  'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar':
    '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
  'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar':
    '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
};
const KOTLIN_CLIENT_LIBRARIES: Jars = {
  ...KOTLIN_LIBRARIES,
  'com/google/code/gson/gson/2.10.1/gson-2.10.1.jar':
    '4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593',
};
/** The dependencies in the generated Python's requirements.txt. */
const PYTHON_LIBRARIES = ['urllib3>=2.1,<3', 'python-dateutil>=2.8.2', 'pydantic>=2', 'typing-extensions>=4.7.1'];

const PYTHON = `import sys
import openapi_client as sdk
service, token = sys.argv[1:]
made = sdk.DevicesApi().register_device(service, sdk.Device(token=token, language='de'))
own = sdk.DevicesApi(sdk.ApiClient(sdk.Configuration(access_token=made.device_secret)))
report = sdk.EventReport(events=[sdk.EventReportEventsInner(code='reg')])
print(made.device_id, own.report_events(service, made.device_id, report).accepted)
`;
const TYPESCRIPT = `import { Configuration, DevicesApi } from './index.js';
const [serviceId, token] = process.argv.slice(2);
const made = await new DevicesApi().registerDevice({ serviceId, device: { token, language: 'de' } });
const own = new DevicesApi(new Configuration({ accessToken: made.deviceSecret }));
const report = { serviceId, deviceId: made.deviceId, eventReport: { events: [{ code: 'reg' }] } };
console.log(made.deviceId, (await own.reportEvents(report)).accepted);
`;
const JAVA = `import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DevicesApi;
import org.openapitools.client.model.*;
public class Main {
  public static void main(String[] args) throws Exception {
    DeviceRegistration made =
        new DevicesApi().registerDevice(args[0], new Device().token(args[1]).language("de"));
    ApiClient signed = new ApiClient();
    signed.setRequestInterceptor(request -> request.header("authorization", "Bearer " + made.getDeviceSecret()));
    EventReport report = new EventReport().addEventsItem(new EventReportEventsInner().code("reg"));
    Integer accepted = new DevicesApi(signed).reportEvents(args[0], made.getDeviceId(), report).getAccepted();
    System.out.println(made.getDeviceId() + " " + accepted);
  }
}
`;
const KOTLIN = `import org.openapitools.client.apis.DevicesApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.*
fun main(args: Array<String>) {
    val (service, token) = args
    val made = DevicesApi().registerDevice(service, Device(token = token, language = "de"))
    ApiClient.accessToken = made.deviceSecret
    val report = EventReport(events = listOf(EventReportEventsInner(code = "reg")))
    println(made.deviceId + " " + DevicesApi().reportEvents(service, made.deviceId, report).accepted)
}
`;

/** Generates, builds and runs each client; returns the program's output. */
const CLIENTS: Readonly<Record<string, (folder: string, args: readonly string[]) => Promise<string>>> = {
  python: async (folder, args) => {
    await generate(folder, ['python']);
    const packages = join(folder, 'packages');
    await run('python3', ['-m', 'pip', 'install', '-q', '--target', packages, ...PYTHON_LIBRARIES]);
    await writeFile(join(folder, 'use.py'), PYTHON);
    const env = { ...process.env, PYTHONPATH: `${folder}:${packages}` };
    return (await run('python3', [join(folder, 'use.py'), ...args], { env })).stdout;
  },
  typescript: async (folder, args) => {
    await generate(folder, ['typescript-fetch', '--additional-properties=importFileExtension=.js']);
    await writeFile(join(folder, 'use.ts'), TYPESCRIPT);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const root = fileURLToPath(new URL('../../', import.meta.url));
    await cp(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), { recursive: true });
    await cp(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true });
    const options = ['--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--outDir', 'out', 'use.ts'];
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--types', 'node', ...options], {
      cwd: folder,
    });
    return (await run(process.execPath, [join(folder, 'out/use.js'), ...args])).stdout;
  },
  java: async (folder, args) => {
    await generate(folder, ['java', '--library', 'native']);
    await writeFile(join(folder, 'Main.java'), JAVA);
    const classpath = (await fetchJars(JAVA_LIBRARIES)).join(':');
    const classes = join(folder, 'classes');
    const sources = [...(await sourcesOf(folder, 'src/main/java', '.java')), join(folder, 'Main.java')];
    await run('javac', ['-nowarn', '-cp', classpath, '-d', classes, ...sources]);
    return (await run('java', ['-cp', `${classes}:${classpath}`, 'Main', ...args])).stdout;
  },
  kotlin: async (folder, args) => {
    const options = ['--library', 'jvm-okhttp4', '--additional-properties=serializationLibrary=gson'];
    await generate(folder, ['kotlin', ...options]);
    await writeFile(join(folder, 'Main.kt'), KOTLIN);
    const libraries = await fetchJars(KOTLIN_CLIENT_LIBRARIES);
    const sources = [...(await sourcesOf(folder, 'src/main/kotlin', '.kt')), join(folder, 'Main.kt')];
    const classes = await compileKotlin(sources, { libraries, into: join(folder, 'classes') });
    return (await run('java', ['-cp', [classes, ...libraries].join(':'), 'MainKt', ...args])).stdout;
  },
};

const generate = async (folder: string, options: readonly string[]): Promise<void> => {
  const [generator = ''] = await fetchJars(GENERATOR);
  const document = `${service.address}/sdk/v1/openapi.json`;
  await run('java', ['-jar', generator, 'generate', '-i', document, '-o', folder, '-g', ...options]);
};

const sourcesOf = async (folder: string, below: string, ending: string): Promise<string[]> =>
  (await readdir(join(folder, below), { recursive: true }))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, below, name));

let world: ServiceWorld;
let service: ServiceProcess;
beforeAll(async () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  world = await ServiceWorld.open(sqlite);
  service = await world.start();
});
afterAll(() => world?.[Symbol.asyncDispose]());

test.each(Object.entries(CLIENTS))(
  'a client in %s, as generated, registers a device and reports an event',
  async (language, use) => {
    const app = await createApp(service, world.fakes, { provider: 'provider_c', name: language });
    const folder = await mkdtemp(join(tmpdir(), `pushgraph-${language}-`));
    try {
      const token = Buffer.alloc(32, language).toString('hex');
      const output = await use(folder, [app.serviceId, token]);
      const db = await world.db();
      const [device] = await db.query<{ id: number; language: string }>(
        'SELECT id, language FROM device WHERE app_id = ?',
        [app.id],
      );
      expect(device?.language).toBe('de');
      expect(output.trim()).toBe(`${device?.id} 1`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
