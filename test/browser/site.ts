import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Site extends AsyncDisposable {
  /** `http://localhost:PORT`: another origin than the service's. */
  readonly origin: string;
}

/** The example of a web site that uses the browser SDK, as the README has its readers start it. */
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
