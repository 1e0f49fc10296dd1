import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/**
 * `waiting` for its file · `uploaded`, and looked at · `running` · `finished` · `failed` · `cancelled`. The last three
 * are over.
 */
export type ImportStatus = 'waiting' | 'uploaded' | 'running' | 'finished' | 'failed' | 'cancelled';
export type ImportFormat = 'csv' | 'jsonl';
export type ImportFailure = 'no_lines' | 'too_many_lines' | 'bad_header' | 'archived' | 'expired' | 'stuck';

/** Which of the two transactions that register a chunk side by side. */
export type Half = 0 | 1;

/** A column of a CSV file, and the column of ours (`device-columns.ts`) that it is taken for; null: it is left out. */
export interface TakenColumn {
  readonly column: string;
  readonly field: string | null;
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

  /** Bytes; null before it has come. */
  @Column({ ...bigId, nullable: true })
  size!: number | null;

  /** Bytes whose lines are registered or rejected. */
  @Column(bigId)
  done!: number;

  /** The line that begins there. */
  @Column(bigId)
  nextLine!: number;

  /** Not null: of the lines from `done` up to this byte, those of `half` are registered as well (`register-chunk.ts`). */
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

  /** Of the rejected lines that are kept. */
  @Column(bigId)
  rejectedBytes!: number;

  @Column(json)
  columnsTaken!: TakenColumn[];

  @Column(json)
  sample!: string[][];

  /** Why it failed, in a sentence. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  message!: string | null;

  /** The same for programs. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  failure!: ImportFailure | null;

  /** Whether some of the file is in the database. */
  @Column({ type: 'boolean' })
  hasFile!: boolean;

  /** The upload that is under way; another may take its place once it falls silent. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  uploadClaim!: string | null;

  @Column({ ...instant, nullable: true })
  uploadAt!: Date | null;

  /** The worker that has it. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** When a worker last took it up: those that were not for longest come first. */
  @Column(instant)
  workedAt!: Date;

  /** Since the last checkpoint. */
  @Column({ type: 'integer' })
  attempts!: number;

  @Column(instant)
  createdAt!: Date;

  @Column({ ...instant, nullable: true })
  finishedAt!: Date | null;
}
