import { Initial1763600000000 } from './1763600000000-initial.js';
import { DeviceZoneChanges1764000000000 } from './1764000000000-device-zone-changes.js';
import { SchedulerGrace1764100000000 } from './1764100000000-scheduler-grace.js';
import { WaitingSends1764200000000 } from './1764200000000-waiting-sends.js';
import { OutboxPositions1764300000000 } from './1764300000000-outbox-positions.js';
import { KeysAndTags1764400000000 } from './1764400000000-keys-and-tags.js';
import { BatchTurns1764510000000 } from './1764510000000-batch-turns.js';
import { Traffic1764550000000 } from './1764550000000-traffic.js';
import { ForeignSubscriptions1764560000000 } from './1764560000000-foreign-subscriptions.js';
import { CredentialStatus1764570000000 } from './1764570000000-credential-status.js';
import { HistoryRetention1764600000000 } from './1764600000000-history-retention.js';
import { NoDeliveryLogAge1764700000000 } from './1764700000000-no-delivery-log-age.js';
import { HeldRetries1765010000000 } from './1765010000000-held-retries.js';
import { TagOrigin1765020000000 } from './1765020000000-tag-origin.js';
import { IdentityVerification1765021000000 } from './1765021000000-identity-verification.js';
import { KeyParents1765040000000 } from './1765040000000-key-parents.js';
import { SealingKeys1765041000000 } from './1765041000000-sealing-keys.js';
import { UserStates1765042000000 } from './1765042000000-user-states.js';
import { TzReleases1765060000000 } from './1765060000000-tz-releases.js';
import { RunReasons1765061000000 } from './1765061000000-run-reasons.js';
import { Members1765100000000 } from './1765100000000-members.js';
import { SchedulerActivations1765110000000 } from './1765110000000-scheduler-activations.js';
import { PushNames1765111000000 } from './1765111000000-push-names.js';
import { CampaignDrafts1765112000000 } from './1765112000000-campaign-drafts.js';
import { RunDetails1765120000000 } from './1765120000000-run-details.js';
import { DeviceCounts1765120100000 } from './1765120100000-device-counts.js';
import { DeviceImports1765120200000 } from './1765120200000-device-imports.js';
import { TracePlaces1765200000000 } from './1765200000000-trace-places.js';
import { EventSeenApp1765300000000 } from './1765300000000-event-seen-app.js';
import { DraftEditors1765310000000 } from './1765310000000-draft-editors.js';
import { AuditParts1765320000000 } from './1765320000000-audit-parts.js';
import { ImportFailures1765330000000 } from './1765330000000-import-failures.js';
import { ImportHalves1765340000000 } from './1765340000000-import-halves.js';
import { RegistrationAddresses1795555000275 } from './1795555000275-registration-addresses.js';
import { SubscriptionRefusals1795555000552 } from './1795555000552-subscription-refusals.js';
import { RunTotals1795555062128 } from './1795555062128-run-totals.js';
import { KeyMakers1795555107204 } from './1795555107204-key-makers.js';
import { UnansweredTries1795555126101 } from './1795555126101-unanswered-tries.js';
import { SignInPlaces1795555996046 } from './1795555996046-sign-in-places.js';
import { BatchCountApp1795557541522 } from './1795557541522-batch-count-app.js';
import { OperatorSettings1795560313316 } from './1795560313316-operator-settings.js';
import { UserLimits1795560745887 } from './1795560745887-user-limits.js';
import { ReasonCodes1795567556587 } from './1795567556587-reason-codes.js';
import { DeviceSends1795568758354 } from './1795568758354-device-sends.js';
import { ReceiptButtons1795578973976 } from './1795578973976-receipt-buttons.js';
import { HeldMessages1795579024725 } from './1795579024725-held-messages.js';
import { Media1795579295900 } from './1795579295900-media.js';
import { MessageFields1795579321028 } from './1795579321028-message-fields.js';
import { RunsWithoutScheduler1795579469599 } from './1795579469599-runs-without-scheduler.js';
import { EndUsers1795582000000 } from './1795582000000-end-users.js';
import { Erasures1795582100000 } from './1795582100000-erasures.js';
import { Categories1795583100000 } from './1795583100000-categories.js';
import { Segments1795653480998 } from './1795653480998-segments.js';
import { Templates1795653489277 } from './1795653489277-templates.js';
import { AppIcon1795653585027 } from './1795653585027-app-icon.js';
import { RunSpeed1795691235606 } from './1795691235606-run-speed.js';
import { AccountSettings1795691835883 } from './1795691835883-account-settings.js';
import { QuietHours1795691837769 } from './1795691837769-quiet-hours.js';
import { FrequencyCaps1795691897307 } from './1795691897307-frequency-caps.js';
import { BestHour1795702631297 } from './1795702631297-best-hour.js';
import { EventLog1795810000000 } from './1795810000000-event-log.js';
import { Webhooks1795811000000 } from './1795811000000-webhooks.js';
import { Experiments1795813000000 } from './1795813000000-experiments.js';
import { Goals1795814000000 } from './1795814000000-goals.js';
import { ReceiptCounts1795815000100 } from './1795815000100-receipt-counts.js';
import { Alerts1795815000200 } from './1795815000200-alerts.js';
import { CapBlocks1795816000030 } from './1795816000030-cap-blocks.js';
import { WebhookSelections1795818000000 } from './1795818000000-webhook-selections.js';
import { ErasureTokens1795819000000 } from './1795819000000-erasure-tokens.js';
import { LiveActivities1795820000000 } from './1795820000000-live-activities.js';
import { AuditTypes1795821000000 } from './1795821000000-audit-types.js';

/** All migrations in order. A released migration never changes. */
export const MIGRATIONS = [
  Initial1763600000000,
  DeviceZoneChanges1764000000000,
  SchedulerGrace1764100000000,
  WaitingSends1764200000000,
  OutboxPositions1764300000000,
  KeysAndTags1764400000000,
  BatchTurns1764510000000,
  Traffic1764550000000,
  ForeignSubscriptions1764560000000,
  CredentialStatus1764570000000,
  HistoryRetention1764600000000,
  NoDeliveryLogAge1764700000000,
  HeldRetries1765010000000,
  TagOrigin1765020000000,
  IdentityVerification1765021000000,
  KeyParents1765040000000,
  SealingKeys1765041000000,
  UserStates1765042000000,
  TzReleases1765060000000,
  RunReasons1765061000000,
  Members1765100000000,
  SchedulerActivations1765110000000,
  PushNames1765111000000,
  CampaignDrafts1765112000000,
  RunDetails1765120000000,
  DeviceCounts1765120100000,
  DeviceImports1765120200000,
  TracePlaces1765200000000,
  EventSeenApp1765300000000,
  DraftEditors1765310000000,
  AuditParts1765320000000,
  ImportFailures1765330000000,
  ImportHalves1765340000000,
  RegistrationAddresses1795555000275,
  SubscriptionRefusals1795555000552,
  RunTotals1795555062128,
  KeyMakers1795555107204,
  UnansweredTries1795555126101,
  SignInPlaces1795555996046,
  BatchCountApp1795557541522,
  OperatorSettings1795560313316,
  UserLimits1795560745887,
  ReasonCodes1795567556587,
  DeviceSends1795568758354,
  ReceiptButtons1795578973976,
  HeldMessages1795579024725,
  Media1795579295900,
  MessageFields1795579321028,
  RunsWithoutScheduler1795579469599,
  EndUsers1795582000000,
  Erasures1795582100000,
  Categories1795583100000,
  Segments1795653480998,
  Templates1795653489277,
  AppIcon1795653585027,
  RunSpeed1795691235606,
  AccountSettings1795691835883,
  QuietHours1795691837769,
  FrequencyCaps1795691897307,
  BestHour1795702631297,
  EventLog1795810000000,
  Webhooks1795811000000,
  Experiments1795813000000,
  Goals1795814000000,
  ReceiptCounts1795815000100,
  Alerts1795815000200,
  CapBlocks1795816000030,
  WebhookSelections1795818000000,
  ErasureTokens1795819000000,
  LiveActivities1795820000000,
  AuditTypes1795821000000,
] as const;
