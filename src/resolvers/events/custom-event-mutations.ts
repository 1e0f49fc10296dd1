import { Field, InputType, Resolver } from 'type-graphql';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import { CustomEventType } from './event-types.js';

@InputType({ description: 'A custom event. An update replaces every field.' })
export class CustomEventInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, {
    description: 'Code, 1 to 64 letters, digits and underscores. Unique among your events and the built-in ones.',
  })
  code!: string;
}

const EVENTS = defineMutations({
  type: 'CustomEvent',
  noun: 'custom event',
  field: 'customEvent',
  output: () => CustomEventType,
});

@Resolver()
export class CustomEventMutations {}

EVENTS.addCreation(CustomEventMutations, 'customEventCreate', {
  description: 'Creates a custom event. It is active at once.',
  Input: CustomEventInput,
  work: ({ services, caller }, input) => services.customEvents.create(caller, input),
});

EVENTS.addUpdate(CustomEventMutations, 'customEventUpdate', {
  description: 'Replaces the name and the code of a custom event. Schedulers that use it follow the new code.',
  Input: CustomEventInput,
  work: ({ services, caller }, id, input) => services.customEvents.update(caller, id, input),
});

EVENTS.addChange(CustomEventMutations, 'customEventActivate', {
  description: 'Activates a custom event: it is recorded and starts schedulers from now on. Idempotent.',
  work: ({ services, caller }, id) => services.customEvents.activate(caller, id),
});

EVENTS.addChange(CustomEventMutations, 'customEventDeactivate', {
  description:
    'Deactivates a custom event: it is no longer recorded and starts nothing. Its history stays. Idempotent.',
  work: ({ services, caller }, id) => services.customEvents.deactivate(caller, id),
});

EVENTS.addDeletion(CustomEventMutations, 'customEventDelete', {
  description:
    'Deletes a custom event and removes it from schedulers. A scheduler that included no other event is deactivated. Irreversible.',
  work: ({ services, caller }, id) => services.customEvents.delete(caller, id),
});
