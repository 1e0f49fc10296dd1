import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { type AppError, badInput, invalidInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { type FieldNames, settle, toUserErrors, type UserError } from '../../schema/mutations/user-errors.js';
import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { type PushCreateResult, PushesPayload } from './push-types.js';

const MAX_INPUTS = 100;

@Resolver()
export class PushBulkMutations {
  @Mutation(() => PushesPayload, {
    description: 'Creates several pushes, active and not bound to a scheduler. Refused inputs do not stop the others.',
  })
  async pushesCreate(
    @Ctx() context: GraphContext,
    @Arg('inputs', () => [PushInput], { description: '1 to 100 pushes.' }) inputs: PushInput[],
    @IdempotencyKey() key?: string | null,
  ): Promise<PushesPayload> {
    context.require('write');
    const { value, userErrors } = await settle(NAMES, () => createAll(context, inputs, key));
    return { results: value ?? [], userErrors };
  }
}

const NAMES: FieldNames = { root: '', places: {} };

/** Refusals depend only on the inputs and the providers in use, so a repetition refuses the same inputs. */
const createAll = async (
  context: GraphContext,
  inputs: readonly PushInput[],
  key: string | null | undefined,
): Promise<PushCreateResult[]> => {
  if (inputs.length === 0 || inputs.length > MAX_INPUTS) {
    const code = inputs.length === 0 ? 'REQUIRED' : 'TOO_MANY';
    throw badInput('inputs', `\`inputs\` must have 1 to ${MAX_INPUTS} entries.`, code);
  }
  const { pushes } = context.services;
  const judged = await judgeAll(context, inputs.map(toPushInput));
  const good = judged.flatMap(({ input, refusal }) => (refusal ? [] : input));
  const ids = await once(context, { key, request: ['pushesCreate', inputs] }, () =>
    pushes.createMany(context.caller, good),
  );
  const created = await context.renewLoaders().pushes.loadMany(ids);
  const rest = created.values();
  return judged.map(({ refusal }, index) => {
    if (refusal) return { index, push: null, userErrors: toUserErrors(refusal, namesAt(index)) ?? [] };
    const push = rest.next().value ?? null;
    if (push instanceof Error) throw push;
    return { index, push, userErrors: push ? [] : [goneSince(index)] };
  });
};

const judgeAll = async ({ services, caller }: GraphContext, inputs: readonly ServiceInput[]): Promise<Judged[]> => {
  const judged: Judged[] = [];
  for (const input of inputs) {
    const refusal = services.pushes.refusalOf(input);
    const unknown = refusal ? [] : await services.categories.violationsOf(caller, input);
    const own = refusal ? [] : [...unknown, ...(await services.messageSizes.violationsOf(caller, input))];
    const broken = refusal || own.length > 0 ? own : await services.googleValidation.violationsOf(caller, input);
    judged.push({ input, refusal: broken.length > 0 ? invalidInput(broken) : refusal });
  }
  return judged;
};

interface Judged {
  readonly input: ServiceInput;
  readonly refusal: AppError | null;
}

/** Only a request that was repeated with its idempotency key can find its push deleted. */
const goneSince = (index: number): UserError => ({
  field: ['inputs', String(index)],
  message: 'This push was created but has since been deleted.',
  code: 'NOT_FOUND',
});

const namesAt = (index: number): FieldNames => ({ root: `inputs[${index}]`, places: {} });
