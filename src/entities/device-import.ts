import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/**
 * `waiting` for the file · `uploaded` and inspected · `running` · `finished` · `failed` · `cancelled`. The last three
 * are final.
 */
export type ImportStatus = 'waiting' | 'uploaded' | 'running' | 'finished' | 'failed' | 'cancelled';
export type ImportFormat = 'csv' | 'jsonl';
export type ImportFailure = 'no_lines' | 'too_many_lines' | 'bad_header' | 'archived' | 'expired' | 'stuck';

/** One of the two concurrent transactions that register a chunk. */
export type Half = 0 | 1;

/** A column of a CSV file and what it is mapped to. It is skipped if neither is given. */
export interface TakenColumn {
  readonly column: string;
  /** The device column (`device-columns.ts`). */
  readonly field: string | null;
  /** The attribute, such as `attr.plan` or `device_attr.zip:string` (`attribute-columns.ts`). */
  readonly attribute?: string | null;
}

/** A file of devices that is uploaded and then imported by a worker. */
@Entity({ name: 'device_import' })
export class DeviceImport {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  appId!: number;

  @Column({ type: 'varchar', length: 255 })
  fileName!: string;

  @Column({ type: 'varchar', length: 8 })
  format!: ImportFormat;

  @Column({ type: 'varchar', length: 16 })
  status!: ImportStatus;

  /** Bytes; null before the upload. */
  @Column({ ...bigId, nullable: true })
  size!: number | null;

  /** Bytes whose lines are registered or rejected. */
  @Column(bigId)
  done!: number;

  /** The number of the line that begins at `done`. */
  @Column(bigId)
  nextLine!: number;

  /** Not null: the lines of `half` from `done` up to this byte are also registered (`register-chunk.ts`). */
  @Column({ ...bigId, nullable: true })
  halfUntil!: number | null;

  @Column({ type: 'integer', nullable: true })
  half!: Half | null;

  @Column(bigId)
  imported!: number;

  @Column(bigId)
  updated!: number;

  @Column(bigId)
  rejected!: number;

  /** The size of the stored rejected lines. */
  @Column(bigId)
  rejectedBytes!: number;

  @Column(json)
  columnsTaken!: TakenColumn[];

  @Column(json)
  sample!: string[][];

  /** The reason of a failure, in a sentence. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  message!: string | null;

  /** The reason of a failure, for programs. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  failure!: ImportFailure | null;

  /** Whether any part of the file is in the database. */
  @Column({ type: 'boolean' })
  hasFile!: boolean;

  /** The upload in progress. Another upload may replace it once it stalls. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  uploadClaim!: string | null;

  @Column({ ...instant, nullable: true })
  uploadAt!: Date | null;

  /** The worker that holds the lease. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** When a worker last worked on the import. The oldest comes first. */
  @Column(instant)
  workedAt!: Date;

  /** Attempts since the last checkpoint. */
  @Column({ type: 'integer' })
  attempts!: number;

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  finishedAt!: Date | null;
}
