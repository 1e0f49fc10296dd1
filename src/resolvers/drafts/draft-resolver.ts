import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { CampaignDraft } from '../../entities/campaign-draft.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { CampaignDraftOrderInput, CampaignDraftWhereInput, draftListing } from './draft-listing.js';
import { CampaignDraftConnection, CampaignDraftPayload } from './draft-types.js';

@Resolver()
export class DraftResolver {
  @Reads()
  @Query(() => CampaignDraftConnection, { description: 'Campaigns that are being composed.' })
  drafts(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => CampaignDraftWhereInput, { nullable: true, description: 'Which ones.' })
    where?: CampaignDraftWhereInput | null,
    @Arg('orderBy', () => CampaignDraftOrderInput, {
      nullable: true,
      description: 'How to sort; the last saved first if left out.',
    })
    orderBy?: CampaignDraftOrderInput | null,
  ): Promise<Connection<CampaignDraft>> {
    context.require('read');
    const request = toPageRequest(draftListing, {
      parentColumn: 'user_id',
      page,
      where: CampaignDraftWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'UPDATED_AT', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Mutation(() => CampaignDraftPayload, {
    description: 'Saves a campaign that is being composed: a new draft, or a new version of one. At most 500 a user.',
  })
  async draftSave(
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'The name, 1 to 255 printable characters.' }) name: string,
    @Arg('content', () => JSONObjectScalar, { description: 'What to keep, at most 65,536 bytes as JSON in UTF-8.' })
    content: Readonly<Record<string, unknown>>,
    @Arg('id', () => ID, { nullable: true, description: 'Global id of the draft; null makes one.' }) id?: string | null,
    @Arg('version', () => Int, {
      nullable: true,
      description:
        'The version that you have read: if it was saved since, nothing is overwritten, and the code is CONFLICT. Null: whatever it is now.',
    })
    version?: number | null,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<CampaignDraftPayload> {
    const { drafts } = context.services;
    const create = () => drafts.create(context.caller, { name, content });
    const update = async (globalId: string) => {
      const number = targetId(toTarget(globalId));
      const isGoingOn = await drafts.update(context.caller, number, { name, content, version: version ?? null });
      // Drafts are saved while people type: each sitting is in the audit log once.
      if (isGoingOn) context.skipAudit();
      return number;
    };
    const request = ['draftSave', id ?? null, name, content, version ?? null];
    const work = () => once(context, { key, request }, () => (id ? update(id) : create()));
    const load = (number: number) => context.loaders.drafts.load(number);
    const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
    return { draft: value, userErrors };
  }

  @Mutation(() => DeletePayload, { description: 'Deletes a draft. Irreversible.' })
  draftDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id of the draft.' }) id: string,
  ): Promise<DeletePayload> {
    const work = (number: number) => context.services.drafts.delete(context.caller, number);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = { root: '', places: {} };

const toTarget = (globalId: string): Target => ({ type: 'CampaignDraft', noun: 'draft', globalId });
