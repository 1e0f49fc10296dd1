import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A file is in the store only while its media is `stored`; the other states survive a crash and can be repeated. */
export type MediaState = 'storing' | 'stored' | 'deleting';

/** An uploaded image, without its bytes. */
@Entity({ name: 'media' })
export class Media {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** SHA-256 of the account and the content, in hexadecimal: the name in the store and in the public address. */
  @Column({ type: 'varchar', length: 64 })
  hash!: string;

  /** The name of the uploaded file. */
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The media type by the file's first bytes. */
  @Column({ type: 'varchar', length: 32 })
  type!: string;

  @Column(bigId)
  bytes!: number;

  @Column({ type: 'integer' })
  width!: number;

  @Column({ type: 'integer' })
  height!: number;

  @Column({ type: 'varchar', length: 16 })
  state!: MediaState;

  @Column(instant)
  createdAt!: Date;
}

export const MEDIA_TABLE = defineTable(Media, { numbered: 'id' });

/** An image that a push shows, by its hash. The image may be gone, or belong to another account. */
@Entity({ name: 'media_use' })
export class MediaUse {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  hash!: string;

  @PrimaryColumn(bigId)
  pushId!: number;
}

export const MEDIA_USE_TABLE = defineTable(MediaUse);
