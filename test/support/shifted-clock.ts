// Preloaded into a process that a test starts: its `Date` is CLOCK_SHIFT_MS ahead, while timers run at normal speed.
const RealDate = Date;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const now = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
