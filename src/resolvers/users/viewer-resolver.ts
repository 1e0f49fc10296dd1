import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { ApiKey } from '../../entities/api-key.js';
import { UserAccount } from '../../entities/user-account.js';
import { notFound } from '../../errors.js';
import { DEFAULT_ATTRIBUTION } from '../../ports/goals.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { ApiKeyType, apiKeyListing } from '../keys/api-key-types.js';
import { QuietHoursType, toQuietHours } from '../quiet-hours/quiet-hours-types.js';
import { AttributionType } from './attribution-types.js';
import { UserType, Viewer } from './user-types.js';

@Resolver(() => Viewer)
export class ViewerResolver {
  @Reads()
  @Query(() => Viewer, { description: 'The caller: your account and your permissions.' })
  async viewer(@Ctx() context: GraphContext): Promise<Viewer> {
    const user = await context.loaders.users.load(context.caller.userId);
    if (!user) throw notFound('user');
    return { user, scopes: context.caller.scopes };
  }

  @Reads()
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The API key of this request; null for a signed-in member.',
  })
  async apiKey(@Ctx() { caller, loaders }: GraphContext): Promise<ApiKey | null> {
    return caller.keyId === null ? null : loaders.apiKeys.load(caller.keyId);
  }
}

@Resolver(() => UserType)
export class UserResolver {
  @Reads<UserAccount>('attribution')
  @FieldResolver(() => AttributionType, { description: 'Which run an event is attributed to.' })
  attribution(@Root() { attribution }: UserAccount): AttributionType {
    return attribution ?? DEFAULT_ATTRIBUTION;
  }

  @Reads<UserAccount>('quietHours')
  @FieldResolver(() => QuietHoursType, {
    nullable: true,
    description: 'Quiet hours of all messages of the account, unless an application or scheduler has its own.',
  })
  quietHours(@Root() { quietHours }: UserAccount): QuietHoursType | null {
    return toQuietHours(quietHours);
  }
}

apiKeyListing.addField<never>(ViewerResolver, 'apiKeys', {
  description: 'All your API keys, in order of creation. Requires the scope READ.',
  parentColumn: 'user_id',
  reads: [],
  resolve: (asked, context) => {
    context.require('read');
    const rows = { listing: apiKeyListing.listing, parentColumn: 'user_id' };
    return apiKeyListing.load(rows, { asked, context, parentId: context.caller.userId });
  },
});
