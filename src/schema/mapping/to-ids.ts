import { badInput } from '../../errors.js';
import { clip } from '../../text/characters.js';
import { databaseIdOf, type IdType } from '../global-id.js';

/** A list of global ids as REST has it; null if there is none. @throws BAD_USER_INPUT for one of another kind. */
export const toIds = (type: IdType, field: string, ids: readonly string[] | null | undefined): number[] | null =>
  ids?.map((globalId, index) => {
    const id = databaseIdOf(type, globalId);
    if (id !== null) return id;
    throw badInput(
      `${field}[${index}]`,
      `\`${field}\` has "${clip(globalId, 64)}", which is no id of this kind.`,
      'NOT_FOUND',
    );
  }) ?? null;
