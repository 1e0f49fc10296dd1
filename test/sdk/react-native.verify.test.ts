import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compileKotlin, fetchJars, KOTLIN_LIBRARIES } from '../support/maven-jars.js';
import { findBinary } from '../support/services/find-binary.js';
import { compileJava, ROOT } from './android/build.js';
import { ANDROID, REACT_ANDROID, REACT_LIBRARIES } from './android/jars.js';

/*
 * The packed package in apps with the real React Native and Expo: `npm run verify:react-native`. Without Gradle,
 * CocoaPods and Xcode, it runs the Kotlin compiler directly, and only reads the iOS projects.
 */

const run = promisify(execFile);
const VERSIONS = [
  'react@19.2.3',
  'react-native@0.87.1',
  ...['babel-preset', 'codegen', 'metro-config', 'typescript-config'].map((name) => `@react-native/${name}@0.87.1`),
  'expo@56.0.23',
  'typescript@5.9',
  '@types/react',
];

let app: string;
let packed: readonly string[];
/** The sample app without Expo, in a folder of the other app, to use its packages. */
const bare = (...path: string[]): string => join(app, 'bare', ...path);
const inPackage = (...path: string[]): string => join(app, 'node_modules/@pushgraph/react-native', ...path);

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'pushgraph-react-native-'));
  await cp(join(ROOT, 'examples/expo'), app, { recursive: true });
  await cp(join(ROOT, 'examples/react-native'), bare(), { recursive: true });
  await writeFile(join(app, 'package.json'), '{ "name": "sample", "version": "1.0.0", "private": true }');
  const tarball = await packPackage(join(app, 'packed'));
  await run(
    'npm',
    ['install', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...VERSIONS],
    { cwd: app },
  );
}, 1_200_000);
afterAll(() => rm(app, { recursive: true, force: true }));

const packPackage = async (into: string): Promise<string> => {
  await mkdir(into);
  const build = `await (await import('./scripts/build-packages.mjs')).buildPackages(['react-native'])`;
  await run(process.execPath, ['--input-type=module', '-e', build], { cwd: ROOT });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', into];
  const { stdout } = await run('npm', args, { cwd: join(ROOT, 'packages/react-native') });
  const tarball = join(into, stdout.trim());
  packed = (await run('tar', ['--list', '--file', tarball])).stdout.trim().split('\n');
  return tarball;
};

test('the package has the sources of both libraries, without files that only this repository needs', async () => {
  const names = packed.map((path) => path.replace(/^package\//, ''));
  expect(names).toEqual(
    expect.arrayContaining([
      'app.plugin.js',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/plugin.cjs',
      'src/NativePushgraph.ts',
      'android/sdk/core/Pushgraph.kt',
      'android/sdk/fcm/Fcm.kt',
      'ios/RCTPushgraph.mm',
      'ios/sdk/PushgraphCore/Pushgraph.swift',
      'pushgraph-react-native.podspec',
      'LICENSE',
    ]),
  );
  expect(names.filter((name) => /test|stub|conformance|^types|tsconfig/i.test(name))).toEqual([]);
  const { dependencies } = JSON.parse(await readFile(inPackage('package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
});

describe('the sample apps', () => {
  const checkTypes = async (project: string): Promise<void> => {
    const tsc = run(process.execPath, [join(app, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', project]);
    await tsc.catch(({ stdout }) => {
      throw new Error(stdout);
    });
  };

  test('the one with Expo type-checks against the real React Native', async () => {
    const options = { jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', strict: true };
    const compilerOptions = { ...options, customConditions: ['react-native'], skipLibCheck: true };
    await copyFile(join(ROOT, 'packages/react-native/src/NativePushgraph.ts'), join(app, 'NativePushgraph.ts'));
    await writeFile(
      join(app, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['App.tsx', 'NativePushgraph.ts'] }),
    );
    await checkTypes(app);
  }, 300_000);

  test('the one without Expo type-checks with its own configuration', () => checkTypes(bare()), 300_000);

  test.each(['android', 'ios'])(
    'the one without Expo is bundled by Metro for %s',
    async (platform) => {
      const out = join(app, `${platform}.bundle.js`);
      const build = `
        const { loadConfig, runBuild } = require('metro');
        const [projectRoot, watched, platform, out] = process.argv.slice(1);
        loadConfig({ projectRoot, config: projectRoot + '/metro.config.js' })
          .then((config) => runBuild({ ...config, watchFolders: [watched] }, { entry: 'index.js', platform, out }))`;
      await run(process.execPath, ['-e', build, bare(), app, platform, out], { cwd: app });
      const text = await readFile(out, 'utf8');
      expect(text).toContain('Allow notifications');
      expect(text).toContain('Rebuild the app; Expo Go cannot contain the module.');
    },
    600_000,
  );

  test('the one without Expo has the native parts of the README', async () => {
    const readme = await readFile(join(ROOT, 'packages/react-native/README.md'), 'utf8');
    const delegate = await readFile(bare('ios/Sample/AppDelegate.swift'), 'utf8');
    const calls = readme.match(/PushgraphReactNative\.\w+\(.*\)/g) ?? [];
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(delegate).toContain(call);
    const podfile = await readFile(bare('ios/Podfile'), 'utf8');
    expect(podfile).toContain("require_relative '../node_modules/@pushgraph/react-native/pushgraph_pods'");
    expect(podfile).toMatch(/target 'Sample' do\n {2}pushgraph_pods$/m);
    expect(podfile).toMatch(/target 'NotificationService' do\n {2}pushgraph_extension_pods\nend/);
    for (const path of ['Sample', 'NotificationService']) {
      const info = await readFile(bare(`ios/${path}/Info.plist`), 'utf8');
      for (const key of ['ServiceId', 'BaseUrl', 'AppGroup']) expect(info).toContain(`<key>Pushgraph${key}</key>`);
    }
    const manifest = await readFile(bare('android/app/src/main/AndroidManifest.xml'), 'utf8');
    for (const name of ['service_id', 'base_url']) expect(manifest).toContain(`android:name="io.pushgraph.${name}"`);
  });
});

const JS_TO_SCHEMA = 'node_modules/@react-native/codegen/lib/cli/combine/combine-js-to-schema-cli.js';
const SPECS = 'node_modules/react-native/scripts/generate-specs-cli.js';

/** The output of React Native's code generator for one system. */
const generate = async (platform: 'android' | 'ios'): Promise<string> => {
  const into = join(app, 'generated', platform);
  await mkdir(into, { recursive: true });
  const schema = join(into, 'schema.json');
  await run(process.execPath, [join(app, JS_TO_SCHEMA), schema, inPackage('src/NativePushgraph.ts')]);
  const names = ['--libraryName', 'PushgraphSpec', '--javaPackageName', 'io.pushgraph.reactnative'];
  const options = ['--platform', platform, '--schemaPath', schema, '--outputDir', into, '--libraryType', 'modules'];
  await run(process.execPath, [join(app, SPECS), ...options, ...names], { cwd: app });
  return into;
};

(findBinary('javac') ? test : test.skip)(
  'the packed Kotlin and that of the sample app without Expo compile against React Native',
  async () => {
    const generated = await generate('android');
    const android = await fetchJars(ANDROID);
    const react = await Promise.all((await fetchJars(REACT_ANDROID)).map(classesOf));
    const firebase = await compileJava('sdk/android/stubs/firebase', {
      libraries: android,
      into: join(app, 'firebase'),
    });
    const libraries = [
      ...android,
      ...(await fetchJars(KOTLIN_LIBRARIES)),
      ...(await fetchJars(REACT_LIBRARIES)),
      ...react,
      firebase,
    ];
    const spec = join(app, 'spec');
    await mkdir(spec);
    const java = join(generated, 'java/io/pushgraph/reactnative/NativePushgraphSpec.java');
    await run('javac', ['-nowarn', '--release', '17', '-proc:none', '-d', spec, '-cp', libraries.join(':'), java]);
    const files = await kotlinIn(inPackage('android'));
    expect(files.length).toBeGreaterThan(15);
    // React Native's own annotations cause warnings. Other tests check the library's sources with -Werror.
    await compileKotlin(files, {
      libraries: [...libraries, spec],
      into: join(app, 'classes'),
      options: ['-Xjvm-default=all', '-jvm-target', '17'],
    });
    const missing = await compileJava('sdk/android/stubs/react-native', { libraries, into: join(app, 'missing') });
    await compileKotlin(await kotlinIn(bare('android')), {
      libraries: [...libraries, missing],
      into: join(app, 'sample-classes'),
      options: ['-jvm-target', '17'],
    });
  },
  1_200_000,
);

/** The classes of an Android archive. */
const classesOf = async (archive: string): Promise<string> => {
  const into = join(app, basename(archive, '.aar'));
  await mkdir(into);
  await run('jar', ['--extract', '--file', archive, 'classes.jar'], { cwd: into });
  return join(into, 'classes.jar');
};

const kotlinIn = async (folder: string): Promise<string[]> => {
  const { stdout } = await run('find', [folder, '-name', '*.kt']);
  return stdout.trim().split('\n');
};

test('the iOS module has each method that React Native calls', async () => {
  const header = await readFile(join(await generate('ios'), 'PushgraphSpec/PushgraphSpec.h'), 'utf8');
  const protocol = /@protocol NativePushgraphSpec[\s\S]*?@end/.exec(header)?.[0] ?? '';
  const wanted = selectorsIn(protocol);
  expect(wanted.length).toBeGreaterThan(15);
  const module = await readFile(inPackage('ios/RCTPushgraph.mm'), 'utf8');
  expect(selectorsIn(module.slice(module.indexOf('@implementation')))).toEqual(expect.arrayContaining(wanted));
}, 120_000);

const selectorsIn = (source: string): string[] =>
  [...source.matchAll(/^- \(void\)([^;{]*)/gm)].map(([, text = '']) =>
    [...text.replace(/\([^)]*\)/g, ' ').matchAll(/(\w+)(?=:)|^\s*(\w+)\s*$/g)].map(([part]) => part.trim()).join(':'),
  );

describe('expo prebuild', () => {
  beforeAll(async () => {
    await writeFile(join(app, 'push-icon.png'), PNG);
    await writeFile(join(app, 'google-services.json'), '{ "project_info": {} }');
    const options = ['prebuild', '--no-install', '--template', './node_modules/expo/template.tgz'];
    await run('npx', ['--no-install', 'expo', ...options], { cwd: app, env: { ...process.env, CI: '1' } });
  }, 600_000);
  const read = (path: string): Promise<string> => readFile(join(app, path), 'utf8');

  test('names the service in the manifest, and adds the icon and the Firebase project', async () => {
    const manifest = await read('android/app/src/main/AndroidManifest.xml');
    expect(manifest).toContain('<meta-data android:name="io.pushgraph.service_id" android:value="SERVICE_ID"/>');
    expect(manifest).toContain(
      '<meta-data android:name="io.pushgraph.base_url" android:value="https://push.example.com"/>',
    );
    expect(manifest).toContain(
      '<meta-data android:name="io.pushgraph.icon" android:resource="@drawable/pushgraph_icon"/>',
    );
    expect(await readFile(join(app, 'android/app/src/main/res/drawable/pushgraph_icon.png'))).toEqual(PNG);
    expect(await read('android/app/google-services.json')).toContain('project_info');
    expect(await read('android/app/build.gradle')).toContain("apply plugin: 'com.google.gms.google-services'");
  });

  test('gives the iOS app its keys, entitlements, calls and extension', async () => {
    const info = await read('ios/Sample/Info.plist');
    for (const text of ['PushgraphServiceId', 'PushgraphBaseUrl', 'PushgraphAppGroup', 'remote-notification'])
      expect(info).toContain(text);
    const entitlements = await read('ios/Sample/Sample.entitlements');
    expect(entitlements).toMatch(/aps-environment<\/key>\s*<string>development/);
    expect(entitlements).toContain('<string>group.com.example.sample</string>');
    const delegate = await read('ios/Sample/AppDelegate.swift');
    for (const call of [
      'launch(application)',
      'register(deviceToken)',
      'receive(userInfo, application, completionHandler)',
    ])
      expect(delegate).toContain(`PushgraphReactNative.${call}`);
    const podfile = await read('ios/Podfile');
    expect(podfile).toMatch(/^ {2}pushgraph_pods$/m);
    expect(podfile).toMatch(/target 'PushgraphNotificationService' do\n {2}pushgraph_extension_pods\nend/);
    const project = await read('ios/Sample.xcodeproj/project.pbxproj');
    expect(project).toContain('PRODUCT_BUNDLE_IDENTIFIER = "com.example.sample.PushgraphNotificationService"');
    expect(project).toContain('PushgraphNotificationService.appex in Copy Files');
    expect(project).toContain('NotificationService.swift in Sources');
    expect(await read('ios/PushgraphNotificationService/Info.plist')).toContain('com.apple.usernotifications.service');
  });

  test('changes nothing when it runs again', async () => {
    const names = ['ios/Podfile', 'ios/Sample/AppDelegate.swift', 'android/app/src/main/AndroidManifest.xml'];
    const before = await Promise.all(names.map(read));
    const project = await read('ios/Sample.xcodeproj/project.pbxproj');
    await run('npx', ['--no-install', 'expo', 'prebuild', '--no-install'], {
      cwd: app,
      env: { ...process.env, CI: '1' },
    });
    expect(await Promise.all(names.map(read))).toEqual(before);
    expect(await read('ios/Sample.xcodeproj/project.pbxproj')).toBe(project);
  }, 300_000);
});

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
