import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The first answer to a request with an `Idempotency-Key` (docs/rules.md#idempotency). */
@Entity({ name: 'idempotency_key' })
export class IdempotencyKey {
  @PrimaryColumn(bigId)
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  idempotencyKey!: string;

  /** SHA-256 of method, path and body, hex. */
  @Column({ type: 'varchar', length: 64 })
  requestHash!: string;

  /** null while the first request is in progress. */
  @Column({ type: 'integer', nullable: true })
  responseStatus!: number | null;

  @Column({ type: 'text', nullable: true })
  responseBody!: string | null;

  @Column(instant)
  createdAt!: Date;
}

export const IDEMPOTENCY_KEY_TABLE = defineTable(IdempotencyKey);
