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

interface InputMutation<Input extends object> {
  readonly description: string;
  readonly Input: new () => Input;
  readonly inputDescription?: string;
}

interface Created {
  readonly id: number;
}

interface ResolverMethod {
  readonly description: string;
  readonly Payload?: new () => object;
  /** The decorators of all parameters after the context. */
  readonly args: readonly ReturnType<typeof Arg>[];
  readonly method: unknown;
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
    work: () => Promise<Created>,
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

  /** Adds the mutation that creates an object from an input. */
  addCreation<Input extends object>(
    Resolver: ResolverClass,
    name: string,
    {
      description,
      Input,
      work,
    }: InputMutation<Input> & { work(context: GraphContext, input: Input): Promise<Created> },
  ): void {
    this.add(Resolver, name, {
      description,
      args: [inputArg(Input, `The ${this.definition.noun}.`), IdempotencyKey()],
      method: (context: GraphContext, input: Input, key?: string | null) =>
        this.create(context, { key, request: [name, input] }, async () => work(context, input)),
    });
  }

  /** Adds a mutation that changes an object by an input. */
  addUpdate<Input extends object>(
    Resolver: ResolverClass,
    name: string,
    {
      description,
      Input,
      inputDescription = `The new ${this.definition.noun}.`,
      work,
    }: InputMutation<Input> & { work(context: GraphContext, id: number, input: Input): Promise<unknown> },
  ): void {
    this.add(Resolver, name, {
      description,
      args: [IdArg(this.definition.noun), inputArg(Input, inputDescription)],
      method: (context: GraphContext, id: string, input: Input) =>
        this.change(context, { id }, (number) => work(context, number, input)),
    });
  }

  /** Adds a mutation that takes only the id, such as `appArchive`. */
  addChange(Resolver: ResolverClass, name: string, { description, scope, work }: SimpleMutation): void {
    const terms = scope ? { scope } : {};
    this.add(Resolver, name, {
      description,
      args: [IdArg(this.definition.noun)],
      method: (context: GraphContext, id: string) =>
        this.change(context, { id, ...terms }, (number) => work(context, number)),
    });
  }

  /** Adds a mutation that deletes. */
  addDeletion(Resolver: ResolverClass, name: string, { description, work }: SimpleMutation): void {
    const { type, noun, names = INPUT_NAMES } = this.definition;
    this.add(Resolver, name, {
      description,
      Payload: DeletePayload,
      args: [IdArg(noun)],
      method: (context: GraphContext, globalId: string) =>
        answerDeletion(context, { names, target: { type, noun, globalId }, work: (id) => work(context, id) }),
    });
  }

  private add(
    Resolver: ResolverClass,
    name: string,
    { description, Payload = this.Payload, args, method }: ResolverMethod,
  ): void {
    const prototype = Resolver.prototype as Prototype;
    prototype[name] = method;
    for (const [index, argument] of [Ctx(), ...args].entries()) argument(prototype, name, index);
    Mutation(() => Payload, { description })(prototype, name, {});
  }
}

const inputArg = (Input: new () => object, description: string) => Arg('input', () => Input, { description });

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
