import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../providers/sender.js';
import { Reads } from '../schema/columns/reads.js';
import { IdentityVerificationEnum } from '../schema/enums/identity-verification-enum.js';
import { PushProviderEnum } from '../schema/enums/push-provider-enum.js';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';

export type IdentityVerification = 'OFF' | 'REQUIRED';

/** An application of a user; its devices receive. Shares one sequence of ids with application groups (decision 1). */
@Entity({ name: 'app' })
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An application; its devices receive messages.' })
export class App {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  @PrimaryColumn(bigId)
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Public identifier for SDKs. */
  @Field(() => ID, { description: 'Names the application to the SDKs on devices; not secret.' })
  @Column({ type: 'varchar', length: 36 })
  serviceId!: string;

  @Field(() => PushProviderEnum, { description: 'Who carries its messages.' })
  @Column({ type: 'varchar', length: 16 })
  pushProvider!: ProviderName;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it can be had, for example in a store.' })
  @Column({ type: 'varchar', length: 2048, nullable: true })
  link!: string | null;

  @Field(() => Boolean, { description: 'Archived: nothing is sent to its devices.' })
  @Column({ type: 'boolean' })
  archived!: boolean;

  /** Encrypted credentials of the current provider, or for webpush the VAPID private key. */
  @Column({ type: 'text', nullable: true })
  credentials!: string | null;

  /** Every component of the credentials is non-empty. */
  @Reads<App>('credentialsComplete')
  @Field(() => Boolean, {
    name: 'ready',
    simple: false,
    description: 'All it needs for sending is there: no part of what its provider asks for is empty.',
  })
  @Column({ type: 'boolean' })
  credentialsComplete!: boolean;

  /** Grows with every change of the credentials, so that caches notice. */
  @Column({ type: 'integer' })
  credentialsVersion!: number;

  /** base64url; webpush alone. */
  @Field(() => String, {
    nullable: true,
    description: 'The public VAPID key, base64url; null unless the provider is WEBPUSH.',
  })
  @Column({ type: 'varchar', length: 120, nullable: true })
  vapidKeyPublic!: string | null;

  @Field(() => IdentityVerificationEnum, { description: 'Whether its devices must prove whose they are.' })
  @Column({ type: 'varchar', length: 8 })
  identityVerification!: IdentityVerification;

  /** Sealed; null: none was ever made. */
  @Column({ type: 'text', nullable: true })
  identitySecrets!: string | null;

  /** Devices last seen before this are inactive: archiving moves it to now, so no device row need be touched. */
  @Column(instant)
  devicesActiveSince!: Date;

  /** The version of the credentials with which a message last went through; null: none has yet. */
  @Column({ type: 'integer', nullable: true })
  credentialsProven!: number | null;

  /** The provider refused the whole application; nothing is sent until then. */
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The provider refused the whole application: nothing is sent until this moment, when the messages that wait are the next to be tried; the pause ends when one goes through. In the past: it is being tried, or nothing waits. Null: it is not paused.',
  })
  @Column({ ...instant, nullable: true })
  pausedUntil!: Date | null;

  /** null also for pauses that were there before this was kept. */
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its pause began, however often it has been prolonged since; null if it is not paused.',
  })
  @Column({ ...instant, nullable: true })
  pausedSince!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it is paused.' })
  @Column({ type: 'varchar', length: 255, nullable: true })
  pauseReason!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  @Column(instant)
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  @Column(instant)
  updatedAt!: Date;
}
