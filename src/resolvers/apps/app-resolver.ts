import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { type CredentialStatus, credentialStatusOf } from '../../services/apps/credential-status.js';
import { explainStored, pauseReasonOf } from '../../services/deliveries/advise.js';
import { AppGroupType } from '../app-groups/app-group-types.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { QuietHoursType, toQuietHours } from '../quiet-hours/quiet-hours-types.js';
import { appListing } from './app-listing.js';
import { AppType, CredentialStatusEnum } from './app-types.js';

const PAUSE_REASON = ['pauseReason', 'pauseCode', 'pauseDetail'] as const;

@Resolver(() => AppType)
export class AppResolver {
  @Reads<App>('id')
  @FieldResolver(() => [AppGroupType], { description: 'The application groups that contain this application.' })
  groups(@Root() app: App, @Ctx() context: GraphContext): Promise<AppGroup[]> {
    return context.loaders.groupsOfApps.load(app.id);
  }

  @Reads<App>(
    'pushProvider',
    'credentialsComplete',
    'credentialsVersion',
    'credentialsProven',
    'pausedUntil',
    ...PAUSE_REASON,
  )
  @FieldResolver(() => CredentialStatusEnum, { description: 'The state of the credentials.' })
  credentialStatus(@Root() app: App): CredentialStatus {
    return credentialStatusOf(app);
  }

  @Reads<App>('quietHours')
  @FieldResolver(() => QuietHoursType, {
    nullable: true,
    description: 'Quiet hours of its messages; null for those of the account.',
  })
  quietHours(@Root() { quietHours }: App): QuietHoursType | null {
    return toQuietHours(quietHours);
  }

  @Reads<App>('pushProvider', ...PAUSE_REASON)
  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description:
      'The code of `pauseReason`. Null if the application is not paused, or the reason is specific to the provider.',
  })
  pauseReasonCode(@Root() app: App): string | null {
    return explainStored(app, pauseReasonOf(app)).reasonCode;
  }

  @Reads<App>('pushProvider', ...PAUSE_REASON)
  @FieldResolver(() => String, { nullable: true, description: 'How to resolve `pauseReason`; null if unknown.' })
  pauseAdvice(@Root() app: App): string | null {
    return explainStored(app, pauseReasonOf(app)).advice;
  }

  @Reads<App>('id')
  @FieldResolver(() => Int, {
    description:
      'WEBPUSH: number of active devices that cannot be reached because they subscribed with a VAPID key that does not belong to this application, as noticed while sending in the last 30 days. They must subscribe again with `vapidKeyPublic`.',
  })
  foreignSubscriptionCount(@Root() { id }: App, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.foreignSubscriptions.load(id);
  }
}

addNodeQuery(AppResolver, 'app', { type: 'App', noun: 'application', output: () => AppType });

appListing.addQuery(AppResolver, 'apps', { description: 'Your applications.' });
