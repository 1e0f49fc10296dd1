import { DefaultNamingStrategy } from 'typeorm';
import { toColumnName } from '../entities/table.js';

/** Names columns as `defineTable` does. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName || toColumnName(propertyName);
  }
}
