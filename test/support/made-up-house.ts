import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const LINKED = ['node_modules', 'public', 'dist-web'];

/** A copy of the program's sources that a test may change and compile. */
export class MadeUpHouse implements AsyncDisposable {
  static async open(): Promise<MadeUpHouse> {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-house-'));
    for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    for (const name of LINKED) await symlink(join(ROOT, name), join(folder, name));
    const house = new MadeUpHouse(folder);
    await house.describeHttp2Client();
    return house;
  }

  private constructor(private readonly folder: string) {}

  /** The compiled program. */
  get program(): string {
    return join(this.folder, 'dist', 'main.js');
  }

  /** Runs a compiled program of the copy. Returns its output. */
  run(file: string, ...words: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { cwd: this.folder, maxBuffer: 64 * 2 ** 20 };
      execFile(process.execPath, [join(this.folder, 'dist', file), ...words], options, (error, said) =>
        error ? reject(error) : resolve(said),
      );
    });
  }

  async add(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  append(path: string, text: string): Promise<void> {
    return appendFile(join(this.folder, path), text);
  }

  /** @throws unless `from` occurs exactly once */
  async change(path: string, from: string, to: string): Promise<void> {
    const file = join(this.folder, path);
    const parts = (await readFile(file, 'utf8')).split(from);
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times ${from}`);
    await writeFile(file, parts.join(to));
  }

  /** Checks all types and compiles the program. Returns the compiler's output, which is empty on success. */
  async compile(): Promise<string> {
    return (await this.checkTypes(['src'])) || this.tsc('-p', 'tsconfig.build.json', '--noCheck');
  }

  /** Checks the types of one file and its imports. */
  async check(path: string): Promise<string> {
    return this.checkTypes([path]);
  }

  /** Packages of this repository are checked from their sources, which are outside the folder. */
  private async checkTypes(include: readonly string[]): Promise<string> {
    const config = { extends: './tsconfig.json', compilerOptions: { rootDir: '/' }, include };
    await writeFile(join(this.folder, 'tsconfig.check.json'), JSON.stringify(config));
    return this.tsc('-p', 'tsconfig.check.json');
  }

  /** The HTTP/2 client's package is bundled without types, and its sources are not part of the copy. */
  private async describeHttp2Client(): Promise<void> {
    const types = join(this.folder, 'types');
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', types];
    await this.tsc('-p', join(ROOT, 'packages', 'http2-client'), ...emit);
    const paths = JSON.stringify({ '@pushgraph/http2-client': ['./types/index.d.ts'] });
    await this.change('tsconfig.build.json', '"customConditions": [],', `"customConditions": [], "paths": ${paths},`);
  }

  private tsc(...words: string[]): Promise<string> {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    return new Promise((resolve) => {
      execFile(process.execPath, [tsc, '--singleThreaded', ...words], { cwd: this.folder }, (_error, said) =>
        resolve(said.trim()),
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
