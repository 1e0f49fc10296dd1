import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRepositoryFile } from '../../support/repository.js';
import { type Build, MODULES, type Module, ROOT } from './build.js';
import { bytesOf, measureSize, pack } from './size.js';

const GROUP = 'io.pushgraph';

interface Dependency {
  readonly group: string;
  readonly name: string;
  readonly version: string;
}

const ours = (name: Module, version: string): Dependency => ({ group: GROUP, name: `pushgraph-${name}`, version });

/** The dependencies that an app gets with each module. Firebase's version is the newest that still supports Android 6. */
const dependenciesOf = (version: string): Record<Module, readonly Dependency[]> => ({
  core: [{ group: 'org.jetbrains.kotlin', name: 'kotlin-stdlib', version: '2.1.20' }],
  android: [ours('core', version)],
  fcm: [ours('android', version), { group: 'com.google.firebase', name: 'firebase-messaging', version: '24.1.2' }],
  unifiedpush: [ours('android', version), { group: 'org.unifiedpush.android', name: 'connector', version: '3.1.2' }],
});

/** Writes a Maven repository: an archive, a POM and the sources of each module. */
export const publish = async (build: Build, into: string): Promise<Record<Module, string>> => {
  const { version } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
  const archives = {} as Record<Module, string>;
  const work = await mkdtemp(join(tmpdir(), 'pushgraph-aar-'));
  for (const name of MODULES) {
    const folder = join(into, GROUP.replace('.', '/'), `pushgraph-${name}`, version);
    await mkdir(folder, { recursive: true });
    const base = join(folder, `pushgraph-${name}-${version}`);
    const isPlain = name === 'core';
    archives[name] = `${base}.${isPlain ? 'jar' : 'aar'}`;
    if (isPlain) await pack(build.classes.core, archives.core);
    else await packAar(name, { classes: build.classes[name], work: join(work, name), archive: archives[name] });
    await packSources(name, `${base}-sources.jar`, join(work, `${name}-sources`));
    await writeFile(`${base}.pom`, pomOf(name, version));
    for (const file of [archives[name], `${base}-sources.jar`, `${base}.pom`]) await addSum(file);
  }
  await rm(work, { recursive: true });
  return archives;
};

const packAar = async (
  name: Module,
  { classes, work, archive }: { readonly classes: string; readonly work: string; readonly archive: string },
): Promise<void> => {
  const metadata = join(work, 'META-INF/com/android/build/gradle');
  await mkdir(metadata, { recursive: true });
  await pack(classes, join(work, 'classes.jar'));
  await copyFile(join(ROOT, 'sdk/android', name, 'AndroidManifest.xml'), join(work, 'AndroidManifest.xml'));
  await writeFile(join(work, 'R.txt'), '');
  await writeFile(join(work, 'proguard.txt'), '# The manifest names all classes that the system creates.\n');
  const lines = ['aarFormatVersion=1.0', 'aarMetadataVersion=1.0', 'minCompileSdk=33'];
  await writeFile(join(metadata, 'aar-metadata.properties'), `${lines.join('\n')}\n`);
  await pack(work, archive);
};

const packSources = async (name: Module, archive: string, work: string): Promise<void> => {
  const place = join(work, 'io/pushgraph', name);
  await mkdir(place, { recursive: true });
  const isSource = (path: string): boolean => !path.endsWith('.xml');
  await cp(join(ROOT, 'sdk/android', name), place, { recursive: true, filter: isSource });
  await pack(work, archive);
};

const pomOf = (name: Module, version: string): string => {
  const dependencies = dependenciesOf(version)[name].map(
    (one) => `    <dependency>
      <groupId>${one.group}</groupId>
      <artifactId>${one.name}</artifactId>
      <version>${one.version}</version>
      <scope>compile</scope>
    </dependency>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${GROUP}</groupId>
  <artifactId>pushgraph-${name}</artifactId>
  <version>${version}</version>
  <packaging>${name === 'core' ? 'jar' : 'aar'}</packaging>
  <name>pushgraph-${name}</name>
  <description>Push notifications from pushgraph: the module ${name} of the Android library</description>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <dependencies>
${dependencies.join('\n')}
  </dependencies>
</project>
`;
};

const addSum = async (file: string): Promise<void> =>
  writeFile(
    `${file}.sha256`,
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  );

/** The sizes of the archives, and the size that each set of modules adds to an app. */
export const reportSizes = async (build: Build, archives: Record<Module, string>): Promise<Record<string, number>> => {
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-size-'));
  const sizes: Record<string, number> = {};
  for (const name of MODULES) sizes[`archive ${name}`] = await bytesOf(archives[name]);
  const sets: Record<string, readonly Module[]> = {
    'core, shrunk': ['core'],
    'core, android and fcm, shrunk': ['core', 'android', 'fcm'],
    'all, shrunk': MODULES,
  };
  for (const [name, modules] of Object.entries(sets)) sizes[name] = await measureSize(build, { modules, folder });
  await rm(folder, { recursive: true });
  return sizes;
};
