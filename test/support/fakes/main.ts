import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openControlServer } from './control-server.js';
import { type FakesOptions, startFakes } from './start-fakes.js';

/**
 * All fakes as one process. Prints one JSON line `{control, addresses, ca}` when they listen; ends on SIGTERM, SIGINT
 * or when stdin closes, so that no fake outlives the test that started it.
 * --ca-file PATH   writes the authority's PEM there, for NODE_EXTRA_CA_CERTS
 * --options JSON   `FakesOptions`
 */
const { values } = parseArgs({ options: { 'ca-file': { type: 'string' }, options: { type: 'string' } } });
const main = async (): Promise<void> => {
  const fakes = await startFakes(JSON.parse(values.options ?? '{}') as FakesOptions);
  const control = await openControlServer(fakes);
  if (values['ca-file'] !== undefined) writeFileSync(values['ca-file'], fakes.ca);

  const stop = () => process.exit(0);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdin.on('end', stop).on('close', stop).resume();
  console.log(JSON.stringify({ control: control.url, addresses: fakes.addresses, ca: fakes.ca }));
};

void main();
