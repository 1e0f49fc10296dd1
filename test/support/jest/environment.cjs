const { ModuleMocker } = require('jest-mock');

/** The process itself in place of jest's own world for each file: modules are loaded once for all of them. */
module.exports = class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  exit = process.exit;

  setup() {}

  /** Puts the text from `globalThis.describeWorld`, if a test has set it, in front of the error of a failed test. */
  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure' || !(error instanceof Error) || !globalThis.describeWorld) return;
    error.stack = `${await globalThis.describeWorld()}\n${error.stack}`;
  }

  /** jest puts its own in their place for each file. */
  teardown() {
    process.exit = this.exit;
    this.moduleMocker.restoreAllMocks();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
