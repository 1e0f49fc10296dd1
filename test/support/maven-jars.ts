import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAVEN = process.env.MAVEN_REPOSITORY ?? 'https://repo1.maven.org/maven2';

/** Paths in Maven Central, each with the SHA-256 of its file. */
export type Jars = Readonly<Record<string, string>>;

/** The Kotlin compiler, without the standard library. */
export const KOTLIN_COMPILER: Jars = {
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

/** Kotlin's standard library and OkHttp. */
export const KOTLIN_LIBRARIES: Jars = {
  'org/jetbrains/kotlin/kotlin-stdlib/2.1.20/kotlin-stdlib-2.1.20.jar':
    '1bcc74e8ce84e2c25eaafde10f1248349cce3062b6e36978cbeec610db1e930a',
  'com/squareup/okhttp3/okhttp/4.12.0/okhttp-4.12.0.jar':
    'b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0',
  'com/squareup/okio/okio-jvm/3.6.0/okio-jvm-3.6.0.jar':
    '67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412',
};

/** Compiles against the given jars. Returns the folder of the classes. */
export const compileKotlin = async (
  files: readonly string[],
  { libraries, into, options = [] }: { libraries: readonly string[]; into: string; options?: readonly string[] },
): Promise<string> => {
  const compiler = [...(await fetchJars(KOTLIN_COMPILER)), ...(await fetchJars(KOTLIN_LIBRARIES))].join(':');
  await run(
    'java',
    [
      ...['-cp', compiler, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler', '-no-stdlib', '-no-reflect'],
      ...['-jvm-target', '11', ...options, '-d', into, '-classpath', libraries.join(':'), ...files],
    ],
    { maxBuffer: 2 ** 26 },
  );
  return into;
};

/** Gets the files from Maven Central, through the user's cache. */
export const fetchJars = async (wanted: Jars): Promise<string[]> => {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pushgraph', 'kotlin');
  await mkdir(cache, { recursive: true });
  const files: string[] = [];
  for (const [path, sha256] of Object.entries(wanted)) {
    const file = join(cache, basename(path));
    if (!existsSync(file)) await download(path, { file, sha256 });
    files.push(file);
  }
  return files;
};

const download = async (path: string, { file, sha256 }: { file: string; sha256: string }): Promise<void> => {
  await run('curl', ['-sfL', '--retry', '3', '-o', `${file}.part`, `${MAVEN}/${path}`]);
  const content = await readFile(`${file}.part`);
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== sha256) throw new Error(`${path} has another content than expected: ${found}`);
  await rename(`${file}.part`, file);
};
