import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { bigId, instant } from './column-types.js';

/** The truth about which events a device has in its history; the bits in its row are derived from it. */
@Entity({ name: 'device_event' })
@ObjectType({ simpleResolvers: true, description: 'One kind of event in the history of a device.' })
export class DeviceEvent {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(bigId)
  eventId!: number;

  @Column(bigId)
  appId!: number;

  @Field(() => Int, { description: 'How often it has happened.' })
  @Column({ type: 'integer' })
  count!: number;

  @Field(() => DateTimeScalar, { description: 'When it first happened.' })
  @Column(instant)
  firstAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it last happened.' })
  @Column(instant)
  lastAt!: Date;
}
