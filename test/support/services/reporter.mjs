const LEFT_OUT =
  'Left out: what waits or starts processes (test/process, test/browser, *.slow.test.ts); npm run test:all runs it too.';

/** Ends the run's output with the skipped tests: because a server is missing, or because they are slow. */
export default class ServicesReporter {
  onRunComplete() {
    const missing = process.env.TEST_SERVICES_MISSING;
    if (process.env.TEST_TIER === 'quick') process.stderr.write(`\n${LEFT_OUT}\n`);
    if (missing) process.stderr.write(`\nNot tested, since not found on this machine: ${missing}.\n`);
  }
}
