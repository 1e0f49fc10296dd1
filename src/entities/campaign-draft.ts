import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/** A campaign that is being composed; whoever composes it knows what its content means. */
@Entity({ name: 'campaign_draft' })
export class CampaignDraft {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column(json)
  content!: Readonly<Record<string, unknown>>;

  /** One more each time that it is saved. */
  @Column({ type: 'integer' })
  version!: number;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}
