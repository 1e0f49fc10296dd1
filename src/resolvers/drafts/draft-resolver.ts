import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { CampaignDraftType, draftListing } from './draft-types.js';

const DRAFTS = defineMutations({
  type: 'CampaignDraft',
  noun: 'draft',
  field: 'draft',
  output: () => CampaignDraftType,
  scope: 'draft',
  names: { root: '', places: {} },
});

@Resolver()
export class DraftResolver {
  @Mutation(() => DRAFTS.Payload, {
    description:
      'Saves an unfinished campaign as a new draft, or as a new version of a draft. Limited to 500 drafts. Requires the scope DRAFT or WRITE; with DRAFT alone, only a draft that the caller saved last can change.',
  })
  async draftSave(
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'Name, 1 to 255 printable characters.' }) name: string,
    @Arg('content', () => JSONObjectScalar, { description: 'The content, up to 65,536 bytes as JSON in UTF-8.' })
    content: Readonly<Record<string, unknown>>,
    @Arg('id', () => ID, { nullable: true, description: 'Global id of the draft; null creates one.' })
    id?: string | null,
    @Arg('version', () => Int, {
      nullable: true,
      description:
        'The version that you have read. If the draft has been saved since, nothing changes and the error is CONFLICT. Null overwrites any version.',
    })
    version?: number | null,
    @IdempotencyKey() key?: string | null,
  ) {
    const { drafts } = context.services;
    const create = () => drafts.create(context.caller, { name, content });
    const update = async (globalId: string) => {
      const number = targetId({ type: 'CampaignDraft', noun: 'draft', globalId });
      const isContinued = await drafts.update(context.caller, number, { name, content, version: version ?? null });
      // The console saves while people type: the audit log records one entry per session of work.
      if (isContinued) context.skipAudit();
      return number;
    };
    const request = ['draftSave', id ?? null, name, content, version ?? null];
    return DRAFTS.carryOut(context, () => once(context, { key, request }, () => (id ? update(id) : create())));
  }
}

DRAFTS.addDeletion(DraftResolver, 'draftDelete', {
  description: 'Deletes a draft. Irreversible.',
  work: ({ services, caller }, id) => services.drafts.delete(caller, id),
});

draftListing.addQuery(DraftResolver, 'drafts', {
  description: 'Unfinished campaigns.',
  orderBy: { field: 'UPDATED_AT', direction: 'DESC' },
});
