import { Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

@Entity({ name: 'app_group_member' })
export class AppGroupMember {
  @PrimaryColumn(bigId)
  groupId!: number;

  @PrimaryColumn(bigId)
  appId!: number;
}

export const APP_GROUP_MEMBER_TABLE = defineTable(AppGroupMember);
