import { DefaultNamingStrategy } from 'typeorm';

/** `userId` in code, `user_id` in the database. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName || toSnakeCase(propertyName);
  }
}

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
