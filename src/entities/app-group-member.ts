import { Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

@Entity({ name: 'app_group_member' })
export class AppGroupMember {
  @PrimaryColumn(bigId)
  groupId!: number;

  @PrimaryColumn(bigId)
  appId!: number;
}
