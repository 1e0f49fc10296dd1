import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Site extends AsyncDisposable {
  /** `http://localhost:PORT`, a different origin from the service's. */
  readonly origin: string;
}

/** The sample web site with the browser SDK, started as in docs/getting-started.md. */
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
