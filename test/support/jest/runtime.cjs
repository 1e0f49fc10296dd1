// Node's own loader in place of jest's, whose modules are loaded anew for each file: of the suite's time, half was that.
const asyncHooks = require('node:async_hooks');
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { sourceMapOf } = require('./compiled.cjs');

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

register('./hooks.mjs', pathToFileURL(__filename));

/**
 * Which test is under way, for jest's frame: they go one at a time. With its AsyncLocalStorage, a new one for each file and
 * none ever given up, Node.js 20 would call every one of them for every promise.
 */
class CurrentTest {
  getStore() {
    return this.store;
  }

  async run(store, work) {
    const before = this.store;
    this.store = store;
    try {
      return await work();
    } finally {
      this.store = before;
    }
  }
}

/** Jest asks for it frame by frame of what has failed. */
class SourceMaps extends Map {
  get(path) {
    if (!super.has(path)) this.set(path, sourceMapOf(path) ?? '');
    return super.get(path);
  }
}

/** What jest's runner asks of a runtime, for one test file. */
module.exports = class ProcessRuntime {
  constructor(_config, environment) {
    this.mocker = environment.moduleMocker;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  /** The frame that collects and runs tests: a new one for each file, without the listeners of the last. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[EVENT_HANDLERS];
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = CurrentTest;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    const { mocker } = this;
    const jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
    };
    globalThis[Symbol.for('pushgraph.jest-globals')] = { ...globals, jest };
  }

  getSourceMaps() {
    return new SourceMaps();
  }

  getAllCoverageInfoCopy() {}

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
};
