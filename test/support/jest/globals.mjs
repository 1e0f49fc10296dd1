// Exports the `@jest/globals` of the current test file, because modules that import it stay loaded across test files.
const late = (name) => {
  const current = () => globalThis[Symbol.for('pushgraph.jest-globals')][name];
  return new Proxy(() => undefined, {
    apply: (_target, _self, args) => current()(...args),
    get: (_target, key) => current()[key],
  });
};

export const afterAll = late('afterAll');
export const afterEach = late('afterEach');
export const beforeAll = late('beforeAll');
export const beforeEach = late('beforeEach');
export const describe = late('describe');
export const expect = late('expect');
export const it = late('it');
export const jest = late('jest');
export const test = late('test');
