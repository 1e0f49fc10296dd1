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

  /** Who saved it last, `m` with the id of a member or `k` with that of an API key; null: before that was kept. */
  @Column({ type: 'varchar', length: 24, nullable: true })
  editor!: string | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}
