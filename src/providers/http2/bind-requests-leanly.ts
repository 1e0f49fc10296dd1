import { AsyncResource } from 'node:async_hooks';

/** What node:http2 binds for each request: the name of a bound function has that of its target. */
const REQUEST = 'bound requestOnConnect';

type Bind = typeof AsyncResource.prototype.bind;

let nodesOwn: Bind = AsyncResource.prototype.bind;

/**
 * node:http2 binds a function to an async resource for each request, and `bind` puts two accessors of a deprecated
 * property (DEP0172) on it that nobody reads: 14 to 17 µs of CPU, a quarter of what a message to FCM costs in all. These
 * functions alone are bound without it, in the whole process; whatever else is bound stays as Node has it
 * (docs/decisions/lean-request-binding.md). Does nothing where Node has no such accessors any more, or a second time.
 */
export const bindRequestsLeanly = (): void => {
  const { bind } = AsyncResource.prototype;
  if (bind === bindLeanly || !addsAccessors(bind)) return;
  nodesOwn = bind;
  AsyncResource.prototype.bind = bindLeanly;
};

const addsAccessors = (bind: Bind): boolean => {
  const bound = bind.call(new AsyncResource('PROBE'), () => undefined);
  return Object.getOwnPropertyDescriptor(bound, 'asyncResource')?.get !== undefined;
};

/** The async context is kept: Node's own bound functions call `runInAsyncScope` as well. */
function bindLeanly<Bound extends (...args: never[]) => unknown>(this: AsyncResource, fn: Bound, thisArg?: unknown) {
  if (fn.name !== REQUEST) return Reflect.apply(nodesOwn, this, [fn, thisArg]);
  return (...args: unknown[]) => this.runInAsyncScope(fn as () => unknown, thisArg, ...(args as []));
}
