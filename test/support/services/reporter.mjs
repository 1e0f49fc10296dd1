/** Ends the run's output with what was not tested for want of a server. */
export default class ServicesReporter {
  onRunComplete() {
    const missing = process.env.TEST_SERVICES_MISSING;
    if (missing) process.stderr.write(`\nNot tested, since not found on this machine: ${missing}.\n`);
  }
}
