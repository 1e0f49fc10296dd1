import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Device } from '../../entities/device.js';
import type { EndUser } from '../../entities/end-user.js';
import { badInput } from '../../errors.js';
import { ALL_MARKETING } from '../../ports/preferences.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, MATCHES_NOTHING } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { type FieldNames, refusal, settle } from '../../schema/mutations/user-errors.js';
import type { ChoiceInput, PreferenceSubject } from '../../services/preferences/preference-service.js';
import { DeviceType } from '../devices/device-types.js';
import { EndUserType } from '../end-users/end-user-types.js';
import {
  Preference,
  type PreferenceChoiceInput,
  PreferencesBulkPayload,
  PreferencesInput,
  PreferencesPayload,
  toPreference,
} from './preference-types.js';

const MAX_INPUTS = 1_000;

@Resolver(() => DeviceType)
export class DevicePreferencesResolver {
  @Costly(20)
  @Reads<Device>('id')
  @FieldResolver(() => [Preference], {
    description: 'What may be sent to it: one entry for each category, and one for all marketing.',
  })
  async preferences(@Root() { id }: Device, @Ctx() context: GraphContext): Promise<Preference[]> {
    return (await context.loaders.preferencesOfDevices.load(id)).map(toPreference);
  }
}

@Resolver(() => EndUserType)
export class EndUserPreferencesResolver {
  @Costly(20)
  @Reads<EndUser>('externalUserId')
  @FieldResolver(() => [Preference], {
    description:
      'What may be sent to all of its devices: one entry for each category, and one for all marketing. A device may have turned off more.',
  })
  async preferences(@Root() { externalUserId }: EndUser, @Ctx() context: GraphContext): Promise<Preference[]> {
    return (await context.loaders.preferencesOfUsers.load(externalUserId)).map(toPreference);
  }
}

@Resolver()
export class PreferenceMutations {
  @Mutation(() => PreferencesPayload, {
    description:
      'Records the choices of a user or a device. Choices of a device without a user are for that device alone. They apply to messages handed over afterwards.',
  })
  async preferencesUpdate(
    @Ctx() context: GraphContext,
    @Arg('input', () => PreferencesInput, { description: 'The choices.' }) input: PreferencesInput,
  ): Promise<PreferencesPayload> {
    context.require('write');
    const { services, caller } = context;
    const { value, userErrors } = await settle(namesAt('input'), async () => {
      const subject = toSubject(input);
      await services.preferences.write(caller.userId, subject, toChoices(input.choices), 'API');
      return services.preferences.list(caller.userId, subject);
    });
    return { preferences: value?.map(toPreference) ?? null, userErrors };
  }

  @Mutation(() => PreferencesBulkPayload, {
    description:
      'Records the choices of many users or devices, for example from another system. Refused inputs do not stop the others. Repeating the call changes nothing but the time of the choices.',
  })
  async preferencesBulkUpdate(
    @Ctx() context: GraphContext,
    @Arg('inputs', () => [PreferencesInput], { description: '1 to 1,000 users or devices.' })
    inputs: PreferencesInput[],
  ): Promise<PreferencesBulkPayload> {
    context.require('write');
    const { services, caller } = context;
    const { value, userErrors } = await settle(WHOLE, async () => {
      checkCount(inputs);
      const refused = await services.preferences.writeMany(
        caller.userId,
        inputs.map((input) => () => ({ subject: toSubject(input), choices: toChoices(input.choices) })),
      );
      return refused.map((error, index) => ({
        index,
        userErrors: error ? refusal(error, namesAt(`inputs[${index}]`)) : [],
      }));
    });
    return { results: value ?? [], userErrors };
  }
}

const WHOLE: FieldNames = { root: '', places: {} };

const namesAt = (root: string): FieldNames => ({ root, places: { id: `${root}.deviceId` } });

const checkCount = ({ length }: readonly unknown[]): void => {
  if (length > 0 && length <= MAX_INPUTS) return;
  throw badInput('inputs', `\`inputs\` must have 1 to ${MAX_INPUTS} entries.`, length === 0 ? 'REQUIRED' : 'TOO_MANY');
};

const toSubject = ({ externalUserId, deviceId }: PreferencesInput): PreferenceSubject => {
  const isUser = typeof externalUserId === 'string';
  if (isUser === (typeof deviceId === 'string'))
    throw badInput('external_user_id', 'Give either `external_user_id` or `device_id`.', 'REQUIRED');
  if (isUser) return { kind: 'user', externalUserId };
  return { kind: 'device', deviceId: databaseIdOf('Device', deviceId ?? '') ?? MATCHES_NOTHING };
};

const toChoices = (choices: readonly PreferenceChoiceInput[]): ChoiceInput[] => {
  if (choices.length === 0) throw badInput('choices', '`choices` must have at least one entry.', 'REQUIRED');
  return choices.map(({ categoryId, allMarketing, choice }, index) => {
    const isCategory = typeof categoryId === 'string';
    if (isCategory === (allMarketing === true))
      throw badInput(`choices[${index}]`, 'Give either `category_id`, or `all_marketing` with the value true.');
    return {
      categoryId: isCategory ? (databaseIdOf('Category', categoryId) ?? MATCHES_NOTHING) : ALL_MARKETING,
      choice,
    };
  });
};
