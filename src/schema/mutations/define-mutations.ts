import { Arg, Ctx, Field, ID, Mutation, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import type { GraphContext } from '../context.js';
import type { IdType } from '../global-id.js';
import { NODE_KINDS } from '../node-registry.js';
import { answer, answerDeletion, DeletePayload, targetId } from './answer.js';
import { IDEMPOTENCY_DESCRIPTION, once, type Repeatable } from './once.js';
import { type FieldNames, UserError } from './user-errors.js';

type Row<Type extends IdType> = InstanceType<(typeof NODE_KINDS)[Type]['entity']>;

interface MutationDefinition<Type extends IdType, Key extends string> {
  readonly type: Type;
  /** Names it in errors and descriptions. */
  readonly noun: string;
  /** The field of the payload that holds it. */
  readonly field: Key;
  output(): object;
  /** Names the payload; `AppPayload` for the type `App` unless given. */
  readonly payload?: string;
  readonly scope?: Scope;
  readonly names?: FieldNames;
}

type Payload<Type extends IdType, Key extends string> = { readonly [key in Key]: Row<Type> | null } & {
  readonly userErrors: readonly UserError[];
};

interface SimpleMutation {
  readonly description: string;
  readonly scope?: Scope;
  work(context: GraphContext, id: number): Promise<unknown>;
}

type ResolverClass = new () => object;
type Prototype = Record<string, unknown>;

const INPUT_NAMES: FieldNames = { root: 'input', places: { id: 'id', idempotencyKey: 'idempotencyKey' } };

/** The argument that names the object of a mutation. */
export const IdArg = (noun: string): ReturnType<typeof Arg> =>
  Arg('id', () => ID, { description: `Global id of the ${noun}.` });

export const IdempotencyKey = (description = IDEMPOTENCY_DESCRIPTION): ReturnType<typeof Arg> =>
  Arg('idempotencyKey', () => String, { nullable: true, description });

/** Declares how the mutations of one noun find it and answer: its payload, creation, changes and deletion. */
export const defineMutations = <Type extends IdType, Key extends string>(
  definition: MutationDefinition<Type, Key>,
): NounMutations<Type, Key> => new NounMutations(definition);

class NounMutations<Type extends IdType, Key extends string> {
  /** `AppPayload`: the object after the change, and the rules that the input breaks. */
  readonly Payload: new () => object;

  constructor(private readonly definition: MutationDefinition<Type, Key>) {
    this.Payload = definePayload(definition);
  }

  /** Carries out a mutation that returns the id of the object that it created or changed. @throws FORBIDDEN */
  async carryOut(
    context: GraphContext,
    work: () => Promise<number>,
    { scope = this.definition.scope ?? 'write', names = this.definition.names ?? INPUT_NAMES }: Terms = {},
  ): Promise<Payload<Type, Key>> {
    const { field, type } = this.definition;
    const load = (id: number): Promise<object | null> => NODE_KINDS[type].load(context, id);
    const { value, userErrors } = await answer(context, { scope, names, work, load });
    return { [field]: value, userErrors } as Payload<Type, Key>;
  }

  /** @throws FORBIDDEN */
  create(
    context: GraphContext,
    repeatable: Repeatable,
    work: () => Promise<{ readonly id: number }>,
    terms: Terms = {},
  ): Promise<Payload<Type, Key>> {
    return this.carryOut(context, () => once(context, repeatable, async () => (await work()).id), terms);
  }

  /** @throws FORBIDDEN */
  change(
    context: GraphContext,
    { id: globalId, ...terms }: Terms & { readonly id: string },
    work: (id: number) => Promise<unknown>,
  ): Promise<Payload<Type, Key>> {
    const { type, noun } = this.definition;
    return this.carryOut(
      context,
      async () => {
        const id = targetId({ type, noun, globalId });
        await work(id);
        return id;
      },
      terms,
    );
  }

  /** Adds a mutation that takes only the id, such as `appArchive`. */
  addChange(Resolver: ResolverClass, name: string, { description, scope, work }: SimpleMutation): void {
    const terms = scope ? { scope } : {};
    this.add(Resolver, name, (context, id) =>
      this.change(context, { id, ...terms }, (number) => work(context, number)),
    );
    Mutation(() => this.Payload, { description })(Resolver.prototype, name, {});
  }

  /** Adds a mutation that deletes. */
  addDeletion(Resolver: ResolverClass, name: string, { description, work }: SimpleMutation): void {
    const { type, noun, names = INPUT_NAMES } = this.definition;
    this.add(Resolver, name, (context, globalId) =>
      answerDeletion(context, { names, target: { type, noun, globalId }, work: (id) => work(context, id) }),
    );
    Mutation(() => DeletePayload, { description })(Resolver.prototype, name, {});
  }

  private add(
    Resolver: ResolverClass,
    name: string,
    method: (context: GraphContext, id: string) => Promise<object>,
  ): void {
    const prototype = Resolver.prototype as Prototype;
    prototype[name] = method;
    Ctx()(prototype, name, 0);
    IdArg(this.definition.noun)(prototype, name, 1);
  }
}

interface Terms {
  readonly scope?: Scope;
  readonly names?: FieldNames;
}

const definePayload = ({
  type,
  noun,
  field,
  output,
  payload = `${type}Payload`,
}: MutationDefinition<IdType, string>): (new () => object) => {
  class PayloadType {}
  const { prototype } = PayloadType;
  const article = /^[aeio]/i.test(noun) ? 'an' : 'a';
  Field(output, { nullable: true, description: `The ${noun} after the change; null if nothing changed.` })(
    prototype,
    field,
  );
  Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })(
    prototype,
    'userErrors',
  );
  ObjectType(payload, { description: `The result of a change to ${article} ${noun}.`, simpleResolvers: true })(
    PayloadType,
  );
  return PayloadType;
};
