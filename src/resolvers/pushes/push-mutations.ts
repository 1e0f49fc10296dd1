import { Resolver } from 'type-graphql';
import type { GraphContext } from '../../schema/context.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { PushType } from './push-types.js';

const PUSHES = defineMutations({ type: 'Push', noun: 'push', field: 'push', output: () => PushType });

@Resolver()
export class PushMutations {}

PUSHES.addCreation(PushMutations, 'pushCreate', {
  description: 'Creates a push. It is active and not bound to a scheduler.',
  Input: PushInput,
  work: async (context, input) => context.services.pushes.create(context.caller, await checked(context, input)),
});

PUSHES.addUpdate(PushMutations, 'pushUpdate', {
  description: 'Replaces the contents of a push. It stays bound to its scheduler.',
  Input: PushInput,
  inputDescription: 'The new contents.',
  work: async (context, id, input) => context.services.pushes.update(context.caller, id, await checked(context, input)),
});

PUSHES.addDeletion(PushMutations, 'pushDelete', {
  description: 'Deletes a push with its translations. Irreversible.',
  work: ({ services, caller }, id) => services.pushes.delete(caller, id),
});

PUSHES.addChange(PushMutations, 'pushActivate', {
  description: 'Activates a push, so that it can be sent. Idempotent.',
  work: ({ services, caller }, id) => services.pushes.activate(caller, id),
});

PUSHES.addChange(PushMutations, 'pushDeactivate', {
  description: 'Deactivates a push. It stays bound to its scheduler but is not sent. Idempotent.',
  work: ({ services, caller }, id) => services.pushes.deactivate(caller, id),
});

PUSHES.addChange(PushMutations, 'pushArchive', {
  description: 'Archives and deactivates a push. Idempotent.',
  work: ({ services, caller }, id) => services.pushes.archive(caller, id),
});

PUSHES.addChange(PushMutations, 'pushUnarchive', {
  description: 'Restores an archived push. It stays deactivated. Idempotent.',
  work: ({ services, caller }, id) => services.pushes.unarchive(caller, id),
});

/** REST saves messages of any size, which then fail at the provider. Here people can still shorten them. */
const checked = async ({ services, caller }: GraphContext, input: PushInput): Promise<ServiceInput> => {
  const push = toPushInput(input);
  if (services.pushes.refusalOf(push)) return push;
  await services.messageSizes.check(caller, push);
  await services.googleValidation.check(caller, push);
  return push;
};
