import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const LINKED = ['node_modules', 'public'];

/** A copy of the program's sources that a test may change and compile. */
export class MadeUpHouse implements AsyncDisposable {
  static async open(): Promise<MadeUpHouse> {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-house-'));
    for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    for (const name of LINKED) await symlink(join(ROOT, name), join(folder, name));
    return new MadeUpHouse(folder);
  }

  private constructor(private readonly folder: string) {}

  /** The compiled program. */
  get program(): string {
    return join(this.folder, 'dist', 'main.js');
  }

  async add(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  /** @throws if `from` is not there exactly once. */
  async change(path: string, from: string, to: string): Promise<void> {
    const file = join(this.folder, path);
    const parts = (await readFile(file, 'utf8')).split(from);
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times ${from}`);
    await writeFile(file, parts.join(to));
  }

  /** Checks all types and compiles the program; answers what the compiler says, nothing if all is well. */
  compile(): Promise<string> {
    return this.tsc('-p', 'tsconfig.build.json');
  }

  /** Checks the types of one file and of what it imports. */
  async check(path: string): Promise<string> {
    const config = { extends: './tsconfig.build.json', compilerOptions: { noEmit: true }, include: [], files: [path] };
    await writeFile(join(this.folder, 'tsconfig.one.json'), JSON.stringify(config));
    return this.tsc('-p', 'tsconfig.one.json');
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
