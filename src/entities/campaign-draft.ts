import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** A campaign that is being composed. Only its editor interprets the content. */
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

  /** Increases with every save. */
  @Column({ type: 'integer' })
  version!: number;

  /**
   * The holder who saved it last: `m` and a member's id, `a` and the id of a member whose MCP client saved it, or `k` and
   * a key's id; null: an older draft.
   */
  @Column({ type: 'varchar', length: 24, nullable: true })
  editor!: string | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const CAMPAIGN_DRAFT_TABLE = defineTable(CampaignDraft, { numbered: 'id' });
