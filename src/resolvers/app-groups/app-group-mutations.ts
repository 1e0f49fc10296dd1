import { Field, ID, InputType, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { toIds } from '../../schema/global-id.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import type { AppGroupInput as ServiceInput } from '../../services/apps/app-input.js';
import { AppGroupType } from './app-group-types.js';

@InputType({ description: 'An application group. An update replaces every field.' })
export class AppGroupInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Includes every application that is not archived, now and in the future. False if omitted.',
  })
  allApps?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Global ids of the applications, none of them archived: at least one, or none if `allApps` is true.',
  })
  appIds?: string[] | null;
}

/** @throws BAD_USER_INPUT for an id that is not an application's, and for ids together with `allApps`. */
export const toAppGroupInput = ({ name, allApps, appIds }: AppGroupInput): ServiceInput => {
  if (allApps && appIds?.length) throw badInput('app_ids', '`app_ids` must be empty when `all_apps` is true.');
  return { name, allApps: allApps ?? false, appIds: toIds('App', 'app_ids', appIds) ?? [] };
};

const GROUPS = defineMutations({
  type: 'AppGroup',
  noun: 'application group',
  field: 'appGroup',
  output: () => AppGroupType,
  names: {
    root: 'input',
    places: { id: 'id', idempotencyKey: 'idempotencyKey', app_ids: 'input.appIds', all_apps: 'input.allApps' },
  },
});

@Resolver()
export class AppGroupMutations {}

GROUPS.addCreation(AppGroupMutations, 'appGroupCreate', {
  description: 'Creates an application group.',
  Input: AppGroupInput,
  work: ({ services, caller }, input) => services.appGroups.create(caller, toAppGroupInput(input)),
});

GROUPS.addUpdate(AppGroupMutations, 'appGroupUpdate', {
  description: 'Replaces the name and the applications of a group. An archived group stays archived.',
  Input: AppGroupInput,
  work: async ({ services, caller }, id, input) => services.appGroups.update(caller, id, toAppGroupInput(input)),
});

GROUPS.addChange(AppGroupMutations, 'appGroupArchive', {
  description:
    'Archives an application group. Schedulers keep it, but it contributes no applications until it is restored. Idempotent.',
  work: ({ services, caller }, id) => services.appGroups.archive(caller, id),
});

GROUPS.addChange(AppGroupMutations, 'appGroupUnarchive', {
  description: 'Restores an archived application group. Idempotent.',
  work: ({ services, caller }, id) => services.appGroups.unarchive(caller, id),
});

GROUPS.addDeletion(AppGroupMutations, 'appGroupDelete', {
  description: 'Deletes an application group and removes it from all schedulers. Its applications stay. Irreversible.',
  work: ({ services, caller }, id) => services.appGroups.delete(caller, id),
});
