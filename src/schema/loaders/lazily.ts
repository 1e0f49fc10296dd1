type Factories = Readonly<Record<string, () => unknown>>;

/** What an operation does not ask for is not made: most need one or two of twenty loaders. */
export const lazily = <F extends Factories>(factories: F): { readonly [name in keyof F]: ReturnType<F[name]> } => {
  const made: Record<string, unknown> = {};
  const get = (_target: unknown, name: string | symbol): unknown => {
    if (typeof name !== 'string' || !Object.hasOwn(factories, name)) return undefined;
    made[name] ??= factories[name]?.();
    return made[name];
  };
  return new Proxy({}, { get }) as { readonly [name in keyof F]: ReturnType<F[name]> };
};
