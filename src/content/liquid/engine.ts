import {
  Context,
  defaultOperators,
  type Emitter,
  Liquid,
  LiquidError,
  AssignTag as StandardAssign,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  toValueSync,
  type Value,
} from 'liquidjs';
import { OWN_FILTERS, STANDARD_FILTERS, type Viewer } from './filters.js';
import { toText } from './formats.js';
import { failed, Meter, Stop } from './stops.js';

/** All other tags are removed: they read files, or are useless in a message. */
const TAGS: readonly string[] = ['assign', 'break', 'capture', 'case', 'continue', 'for', 'if', 'unless'];

export type Roots = Readonly<Record<string, unknown>>;

/**
 * Keeps a missing value missing where missing values end the message: liquidjs would make an empty text of it, and the
 * output of the variable would not end the message.
 */
export class AssignTag extends StandardAssign {
  override *render(context: Context): Generator<unknown, void, unknown> {
    const { key, value } = this as unknown as { readonly key: string; readonly value: Value };
    const isLenient = value.filters[0]?.name === 'default';
    const initial = context.strictVariables && !isLenient ? yield value.initial.evaluate(context, true) : '';
    (context.bottom() as Record<string, unknown>)[key] =
      (initial ?? null) === null ? undefined : yield value.value(context, true);
  }
}

/** Ends the message: it is not sent to this device. */
export class AbortTag extends Tag {
  readonly reason: string;

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    const given = REASON.exec(token.args.trim());
    if (!given) throw new Error('"abort_message" takes a reason in quotes, at most 100 characters, or nothing');
    this.reason = given[1] ?? given[2] ?? 'no reason given';
  }

  override render(): never {
    throw new Stop({ outcome: 'ABORTED', code: 'RULE:TEMPLATE_ABORTED', detail: this.reason });
  }
}

const REASON = /^(?:\(?\s?(?:"([^"\n]{1,100})"|'([^'\n]{1,100})')\s?\)?)?$/;

const ORDERS = ['<', '>', '<=', '>='] as const;

/** A missing value is neither less nor more than another; liquidjs would take it for 0. */
const orderOf =
  (name: (typeof ORDERS)[number]): BinaryOperatorHandler =>
  (left, right, context) =>
    (left ?? null) !== null &&
    (right ?? null) !== null &&
    (defaultOperators[name] as BinaryOperatorHandler)(left, right, context);

type BinaryOperatorHandler = (left: unknown, right: unknown, context: Context) => boolean;

const makeEngine = (): Liquid => {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    lenientIf: true,
    dynamicPartials: false,
    operators: { ...defaultOperators, ...Object.fromEntries(ORDERS.map((name) => [name, orderOf(name)])) },
    parseLimit: 20_000,
    templates: {},
  });
  keepOnly(engine.tags, TAGS);
  keepOnly(engine.filters, STANDARD_FILTERS);
  engine.registerTag('abort_message', AbortTag);
  engine.registerTag('assign', AssignTag);
  for (const [name, filter] of Object.entries(OWN_FILTERS)) engine.registerFilter(name, filter);
  for (const name of DIVISIONS) refuseZero(engine, name);
  const { renderer } = engine;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  // Captures get a bounded emitter too: 90 doublings fit into a text of 4,000 characters.
  renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new BoundedEmitter(context.memoryLimit));
  return engine;
};

const DIVISIONS = ['divided_by', 'modulo'] as const;

/** liquidjs would write `Infinity` or `NaN` into the message. */
const refuseZero = ({ filters }: Liquid, name: (typeof DIVISIONS)[number]): void => {
  const divide = filters[name] as (...given: unknown[]) => unknown;
  filters[name] = function (this: unknown, ...given: unknown[]) {
    const result = divide.apply(this, given);
    if (!Number.isFinite(result)) throw new Stop(failed('it divides by zero'));
    return result;
  };
};

const keepOnly = (registry: Record<string, unknown>, names: readonly string[]): void => {
  for (const name of Object.keys(registry)) if (!names.includes(name)) delete registry[name];
};

class BoundedEmitter implements Emitter {
  buffer = '';

  constructor(private readonly meter: { use(units: number): void }) {}

  write(value: unknown): void {
    const text = toText(value);
    this.meter.use(text.length);
    this.buffer += text;
  }
}

const ENGINE = makeEngine();

/** @throws LiquidError with the place of a mistake. */
export const parseTemplate = (source: string): Template[] => ENGINE.parse(source);

export const isLiquidError = (error: unknown): error is LiquidError => LiquidError.is(error);

class RenderContext extends Context {
  constructor(
    roots: Roots,
    { isStrict, meter }: { readonly isStrict: boolean; readonly meter: Meter },
    readonly viewer: Viewer,
  ) {
    const limits = { memoryLimit: meter, renderLimit: meter, liquid: ENGINE };
    super(roots, ENGINE.options, { sync: true, strictVariables: isStrict }, limits as never);
  }
}

export interface RenderWith {
  readonly roots: Roots;
  readonly viewer: Viewer;
  /** A missing value ends the message. */
  readonly isStrict: boolean;
  /** One for all fields of a message. */
  readonly meter: Meter;
}

/** @throws an error for `unrenderedOf`. */
export const renderTemplate = (templates: Template[], { roots, viewer, ...how }: RenderWith): string => {
  const context = new RenderContext(roots, how, viewer);
  return toValueSync(ENGINE.renderer.renderTemplates(templates, context)) as string;
};
