import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Site extends AsyncDisposable {
  /** `http://localhost:PORT`, which is another origin than the service. */
  readonly origin: string;
}

/** The sample web site that uses the browser SDK, started as docs/getting-started.md says. */
export const serveSite = async ({ sdk, serviceId }: { sdk: string; serviceId: string }): Promise<Site> => {
  const file = fileURLToPath(new URL('../../examples/site/serve.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, serviceId, sdk, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [origin] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    origin: String(origin),
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
};
