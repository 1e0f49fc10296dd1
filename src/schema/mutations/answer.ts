import { Field, ID, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { notFound } from '../../errors.js';
import type { GraphContext } from '../context.js';
import { type IdType, requireDatabaseId, toGlobalId } from '../global-id.js';
import { type FieldNames, settle, UserError } from './user-errors.js';

@ObjectType({ description: 'The result of a deletion.', simpleResolvers: true })
export class DeletePayload {
  @Field(() => ID, { nullable: true, description: 'Global id of the deleted object; null if nothing was deleted.' })
  readonly deletedId!: string | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

export interface Change<T> {
  readonly scope: Scope;
  readonly names: FieldNames;
  /** Carries out the change and returns the id of the object. */
  work(): Promise<number>;
  /** Reads the object in its new state. */
  load(id: number): Promise<T | null>;
}

export interface Answer<T> {
  readonly value: T | null;
  readonly userErrors: readonly UserError[];
}

/** Carries out a change, then reads the object again. @throws FORBIDDEN */
export const answer = async <T>(context: GraphContext, change: Change<T>): Promise<Answer<T>> => {
  context.require(change.scope);
  return settle(change.names, async () => {
    const id = await change.work();
    // Rows that this request read earlier may be out of date.
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

/** The database id of the object that a mutation names. @throws NOT_FOUND */
export const targetId = ({ type, noun, globalId }: Target): number => requireDatabaseId(type, globalId, noun);

/** Deletes an object and returns its global id. @throws FORBIDDEN */
export const answerDeletion = async (
  context: GraphContext,
  { names, target, work }: { names: FieldNames; target: Target; work: (id: number) => Promise<unknown> },
): Promise<DeletePayload> => {
  context.require('write');
  const { value, userErrors } = await settle(names, async () => {
    const id = targetId(target);
    await work(id);
    context.renewLoaders();
    return toGlobalId(target.type, id);
  });
  return { deletedId: value, userErrors };
};
