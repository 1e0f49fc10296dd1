import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { instant } from './column-types.js';

/** Who owns everything else. */
@Entity({ name: 'user_account' })
export class UserAccount {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'boolean' })
  suspended!: boolean;

  @Column({ ...instant, nullable: true })
  suspendedAt!: Date | null;

  /** `operator` (as is null) or `user`. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  suspendedBy!: 'operator' | 'user' | null;

  /** Since when it is being deleted. */
  @Column({ ...instant, nullable: true })
  deletedAt!: Date | null;

  @Column(instant)
  createdAt!: Date;
}
