import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { compileKotlin, fetchJars } from '../../support/maven-jars.js';
import { type Build, compileJava, ROOT, sourcesOf } from './build.js';
import { SYSTEMS, TESTING } from './jars.js';
import { mergeManifests } from './manifest.js';

const run = promisify(execFile);
/** An address without a listener, because the sample app's process starts before a test sets its own service. */
const NOWHERE = 'http://127.0.0.1:9';
const OPTIONS = ['-Xjvm-default=all'];
/** A desktop's HttpURLConnection refuses PATCH, and Robolectric replaces classes of java.lang. */
const OPENS = ['net', 'lang'].flatMap((name) => ['--add-opens', `java.base/java.${name}=ALL-UNNAMED`]);

/** The sample app on a simulated Android. */
export class Device {
  private constructor(
    private readonly folder: string,
    private readonly classpath: readonly string[],
  ) {}

  /** Compiles the tests and packs the manifest of the sample app with those of all modules. */
  static async open(build: Build, folder: string): Promise<Device> {
    const testing = await fetchJars(TESTING);
    const { classes, android, kotlin, connector } = build;
    const monitor = await compileJava('sdk/android/stubs/androidx-test', {
      libraries: android,
      into: join(folder, 'x'),
    });
    const libraries = [...Object.values(classes), ...connector, ...testing, ...kotlin, ...android];
    const tests = await compileKotlin(sourcesOf('sdk/android/tests', '.kt'), {
      libraries,
      into: join(folder, 'tests'),
      options: [...OPTIONS, `-Xfriend-paths=${classes.core},${classes.android}`],
    });
    await compileJava('sdk/android/tests/java', { libraries, into: join(folder, 'java') });
    const settings = await packApp(build, folder);
    return new Device(folder, [settings, tests, monitor, ...libraries]);
  }

  /** Runs test classes. Returns their output, or throws with it if one fails. */
  async run(names: readonly string[], properties: Readonly<Record<string, string>> = {}): Promise<string> {
    const given = { 'robolectric.offline': 'true', 'robolectric.dependency.dir': join(this.folder, 'systems') };
    const settings = Object.entries({ ...given, ...properties }).map(([name, value]) => `-D${name}=${value}`);
    const classes = names.map((name) => `io.pushgraph.android.${name}`);
    const words = ['-Xmx2g', ...OPENS, ...settings, '-cp', this.classpath.join(':'), 'org.junit.runner.JUnitCore'];
    try {
      const { stdout } = await run('java', [...words, ...classes], { maxBuffer: 2 ** 26 });
      return stdout;
    } catch (failure) {
      const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
      throw new Error(`The tests on Android failed:\n${withoutFrames(stdout)}\n${withoutFrames(stderr)}`);
    }
  }
}

/** Debian's aapt2 reads the resources of Android 6, but not those of Android 15. */
const packApp = async (build: Build, folder: string): Promise<string> => {
  const systems = await fetchJars(SYSTEMS);
  await mkdir(join(folder, 'systems'), { recursive: true });
  for (const file of systems) await symlink(file, join(folder, 'systems', basename(file)));
  const ours = ['android', 'fcm', 'unifiedpush'].map((name) => join(ROOT, 'sdk/android', name, 'AndroidManifest.xml'));
  const app = join(ROOT, 'examples/android/app/src/main/AndroidManifest.xml');
  const text = await mergeManifests(app, [...ours, build.connectorManifest]);
  const manifest = join(folder, 'AndroidManifest.xml');
  await writeFile(manifest, text.replace('https://push.example.com', NOWHERE));
  const apk = join(folder, 'app.apk');
  await run('aapt2', ['link', '-I', systems[0] ?? '', '--manifest', manifest, '-o', apk]);
  const settings = join(folder, 'settings');
  await mkdir(join(settings, 'com/android/tools'), { recursive: true });
  const lines = {
    android_merged_manifest: manifest,
    android_resource_apk: apk,
    android_custom_package: 'com.example.app',
  };
  const properties = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(settings, 'com/android/tools/test_config.properties'), properties.join(''));
  return settings;
};

const withoutFrames = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at (java|jdk|sun|org\.junit|org\.robolectric)|^\s+\.\.\. \d+|^WARN/.test(line))
    .join('\n');
