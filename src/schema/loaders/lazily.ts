type Factories<Scope> = Readonly<Record<string, (scope: Scope) => unknown>>;
type Made<F> = { readonly [name in keyof F]: F[name] extends (scope: never) => infer Value ? Value : never };

/**
 * Objects with these properties, each made when it is first asked for: most operations need one or two of thirty. The
 * factories are there once for all of them, since making thirty functions for each operation is as good as using them.
 */
export const lazily =
  <Scope>() =>
  <F extends Factories<Scope>>(factories: F): ((scope: Scope) => Made<F>) => {
    class Lazy {
      constructor(readonly scope: Scope) {}
    }
    for (const [name, make] of Object.entries(factories)) {
      const get = function (this: Lazy): unknown {
        const value = make(this.scope);
        Object.defineProperty(this, name, { value });
        return value;
      };
      Object.defineProperty(Lazy.prototype, name, { get });
    }
    return (scope) => new Lazy(scope) as unknown as Made<F>;
  };
