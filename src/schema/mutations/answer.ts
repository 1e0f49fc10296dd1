import { Field, ID, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { notFound } from '../../errors.js';
import type { GraphContext } from '../context.js';
import { type IdType, requireDatabaseId, toGlobalId } from '../global-id.js';
import { type FieldNames, settle, UserError } from './user-errors.js';

@ObjectType({ description: 'The answer to a deletion.', simpleResolvers: true })
export class DeletePayload {
  @Field(() => ID, { nullable: true, description: 'The id of what is gone; null if nothing was deleted.' })
  readonly deletedId!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

export interface Change<T> {
  readonly scope: Scope;
  readonly names: FieldNames;
  /** Carries it out and answers the id of what was changed. */
  work(): Promise<number>;
  /** Reads it as it is now. */
  load(id: number): Promise<T | null>;
}

export interface Answer<T> {
  readonly value: T | null;
  readonly userErrors: readonly UserError[];
}

/** Carries out a change and reads its result afresh. @throws FORBIDDEN */
export const answer = async <T>(context: GraphContext, change: Change<T>): Promise<Answer<T>> => {
  context.require(change.scope);
  return settle(change.names, async () => {
    const id = await change.work();
    // What this request read before may be out of date now.
    context.renewLoaders();
    const value = await change.load(id);
    if (value === null) throw notFound('object any more');
    return value;
  });
};

export interface Target {
  readonly type: IdType;
  readonly noun: string;
  readonly globalId: string;
}

/** The database id of what a mutation names. @throws NOT_FOUND */
export const targetId = ({ type, noun, globalId }: Target): number => requireDatabaseId(type, globalId, noun);

/** Deletes and answers the id of what is gone. @throws FORBIDDEN */
export const answerDeletion = async (
  context: GraphContext,
  { names, target, work }: { names: FieldNames; target: Target; work: (id: number) => Promise<void> },
): Promise<{ deletedId: string | null; userErrors: readonly UserError[] }> => {
  context.require('write');
  const { value, userErrors } = await settle(names, async () => {
    const id = targetId(target);
    await work(id);
    context.renewLoaders();
    return toGlobalId(target.type, id);
  });
  return { deletedId: value, userErrors };
};
