// What waits for real time, or starts processes; `npm run test:all` has it as well.
const SLOW = ['/test/process/', '/test/browser/', '\\.slow\\.test\\.ts$'];

// What takes minutes and tools that nothing else needs: `npm run verify:deploy`, `verify:packages` and `verify:failover`.
const VERIFY = '\\.verify\\.test\\.ts$';

/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test', '<rootDir>/packages/http2-client/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_TIER === 'quick' ? SLOW : []),
    ...(process.env.DEPLOY_TOOLS || process.env.VERIFY ? [] : [VERIFY]),
  ],
  // Modules are loaded once for all files of a worker, by Node itself (test/support/jest).
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  transform: {},
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/services/reporter.mjs'],
  // A test ends when what it promises is there; this only ends one that hangs, on a machine however busy.
  testTimeout: 900_000,
  // Three keep two cores busy. With four, ten processes compete, and tests of promises about time may fail.
  maxWorkers: 3,
};
