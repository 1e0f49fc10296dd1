import { ActiveHour } from './active-hour.js';
import { Alert, AlertMail } from './alert.js';
import { AlertRule } from './alert-rule.js';
import { ApiKey } from './api-key.js';
import { App } from './app.js';
import { AppGroup } from './app-group.js';
import { AppGroupMember } from './app-group-member.js';
import { ArmCount } from './arm-count.js';
import { AttributeDefinition } from './attribute-definition.js';
import { AuditEntry } from './audit-entry.js';
import { Batch } from './batch.js';
import { BatchCount } from './batch-count.js';
import { CampaignDraft } from './campaign-draft.js';
import { CapBlock } from './cap-block.js';
import { Category } from './category.js';
import { CategoryChoice } from './category-choice.js';
import { CategoryDeletion } from './category-deletion.js';
import { Conversion } from './conversion.js';
import { CustomEvent } from './custom-event.js';
import { DeliveryFailure } from './delivery-failure.js';
import { DeliveryLog } from './delivery-log.js';
import { Device } from './device.js';
import { DeviceEvent } from './device-event.js';
import { DeviceEventDay } from './device-event-day.js';
import { DeviceImport } from './device-import.js';
import { DeviceSend } from './device-send.js';
import { DeviceTag } from './device-tag.js';
import { DeviceZoneChange } from './device-zone-change.js';
import { DueSend } from './due-send.js';
import { EndUser } from './end-user.js';
import { ErasedUser, Erasure } from './erasure.js';
import { EventReader } from './event-reader.js';
import { EventSeen } from './event-seen.js';
import { GoalEvent } from './goal-event.js';
import { GoalWatch } from './goal-watch.js';
import { IdempotencyKey } from './idempotency-key.js';
import { LiveActivity } from './live-activity.js';
import { Media, MediaUse } from './media.js';
import { Member } from './member.js';
import { MemberInvitation } from './member-invitation.js';
import { MemberSession } from './member-session.js';
import { MessageTemplate } from './message-template.js';
import { Outbox } from './outbox.js';
import { OutboxHead } from './outbox-head.js';
import { Push } from './push.js';
import { PushTranslation } from './push-translation.js';
import { Receipt } from './receipt.js';
import { RetrySend } from './retry-send.js';
import { Run } from './run.js';
import { RunUnit } from './run-unit.js';
import { Scheduler } from './scheduler.js';
import { SchedulerFilter } from './scheduler-filter.js';
import { SchedulerSlot } from './scheduler-slot.js';
import { Segment, SegmentReference } from './segment.js';
import { SignInPlace } from './sign-in-place.js';
import { Tag } from './tag.js';
import { TagGroup } from './tag-group.js';
import { UserAccount } from './user-account.js';
import { Webhook } from './webhook.js';
import { WebhookAttempt, WebhookReplay, WebhookRetry } from './webhook-message.js';

/** Every table with an entity. */
export const ENTITIES = [
  TagGroup,
  ActiveHour,
  Alert,
  AlertMail,
  AlertRule,
  ApiKey,
  App,
  AppGroup,
  AppGroupMember,
  ArmCount,
  AttributeDefinition,
  AuditEntry,
  Batch,
  BatchCount,
  CampaignDraft,
  CapBlock,
  Category,
  CategoryChoice,
  CategoryDeletion,
  Conversion,
  CustomEvent,
  DeliveryFailure,
  DeliveryLog,
  Device,
  DeviceEvent,
  DeviceEventDay,
  DeviceImport,
  DeviceSend,
  DeviceTag,
  DeviceZoneChange,
  DueSend,
  EndUser,
  ErasedUser,
  Erasure,
  EventReader,
  EventSeen,
  GoalEvent,
  GoalWatch,
  IdempotencyKey,
  LiveActivity,
  Media,
  MediaUse,
  Member,
  MemberInvitation,
  MemberSession,
  MessageTemplate,
  Outbox,
  OutboxHead,
  Push,
  PushTranslation,
  Receipt,
  RetrySend,
  Run,
  RunUnit,
  Scheduler,
  SchedulerFilter,
  SchedulerSlot,
  SignInPlace,
  Segment,
  SegmentReference,
  Tag,
  UserAccount,
  Webhook,
  WebhookAttempt,
  WebhookReplay,
  WebhookRetry,
] as const;
