import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { AppError } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { answer, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import type { InvitedMember } from '../../services/members/member-service.js';
import {
  MemberInviteInput,
  MemberInvitePayload,
  MemberPayload,
  MemberRemovePayload,
  MemberUpdateInput,
  SessionsRevokePayload,
} from './member-types.js';

const ID_DESCRIPTION = 'Global id of the member.';

/** The people of an account. An API key with every scope counts as an admin. */
@Resolver()
export class MemberMutations {
  @Mutation(() => MemberInvitePayload, {
    description: 'Invites somebody, and shows the link that lets it in, this once. Nothing is sent to it. For admins.',
  })
  memberInvite(
    @Ctx() context: GraphContext,
    @Arg('input', () => MemberInviteInput, { description: 'Who.' }) input: MemberInviteInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<MemberInvitePayload> {
    return invite(context, { key, request: ['memberInvite', input] }, () =>
      context.services.members.invite(context.caller, input),
    );
  }

  @Mutation(() => MemberInvitePayload, {
    description:
      'Makes a new link for a member, and ends the old one: an invitation, or for who has joined one that sets a new password. For admins.',
  })
  memberInviteRenew(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<MemberInvitePayload> {
    return invite(context, { key: null, request: [] }, () =>
      context.services.members.renewLink(context.caller, targetId(toTarget(id))),
    );
  }

  @Mutation(() => MemberPayload, {
    description:
      'Changes the name or the role of a member, which counts at once. For admins; everybody may change the own name. The last admin stays one.',
  })
  async memberUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => MemberUpdateInput, { description: 'What to change.' }) input: MemberUpdateInput,
  ): Promise<MemberPayload> {
    const { name = null, role = null } = input;
    return change(context, async () => {
      const memberId = targetId(toTarget(id));
      await context.services.members.update(context.caller, memberId, { name, role });
      return memberId;
    });
  }

  @Mutation(() => MemberRemovePayload, {
    description:
      'Removes a member, who is signed out everywhere at once, and revokes the API keys that the member made. The audit log keeps what the member did. The last admin cannot be removed. For admins. Irreversible.',
  })
  async memberRemove(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('keepKeys', () => Boolean, {
      defaultValue: false,
      description:
        'Leaves the API keys of the member as they are. The member may still know them: replace them with `apiKeyRotate`.',
    })
    keepKeys: boolean,
  ): Promise<MemberRemovePayload> {
    context.requireAdmin();
    const { value, userErrors } = await settle(NAMES, async () => {
      const memberId = targetId(toTarget(id));
      const keyIds = await context.services.members.remove(context.caller, memberId, { keepKeys });
      context.renewLoaders();
      const loaded = await Promise.all(keyIds.map((keyId) => context.loaders.apiKeys.load(keyId)));
      return { deletedId: toGlobalId('Member', memberId), apiKeys: loaded.filter((key) => key !== null) };
    });
    for (const { id: keyId, name, prefix } of keepKeys ? [] : (value?.apiKeys ?? [])) {
      context.noteChange({ action: 'apiKeyRevoke', node: { type: 'ApiKey', id: keyId }, name: name ?? prefix });
    }
    return { ...(value ?? { deletedId: null, apiKeys: [] }), userErrors };
  }

  @Mutation(() => DeletePayload, {
    description: 'Ends one of your own sessions, also the one that asks; its WebSockets are closed within seconds.',
  })
  async sessionRevoke(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id of the session.' }) id: string,
  ): Promise<DeletePayload> {
    requireMember(context);
    const { value, userErrors } = await settle(NAMES, async () => {
      const sessionId = targetId({ type: 'Session', noun: 'session', globalId: id });
      await context.services.sessions.revoke(context.caller, sessionId);
      return toGlobalId('Session', sessionId);
    });
    return { deletedId: value, userErrors };
  }

  @Mutation(() => SessionsRevokePayload, { description: 'Ends all your sessions but the one that asks.' })
  async sessionsRevokeOthers(@Ctx() context: GraphContext): Promise<SessionsRevokePayload> {
    requireMember(context);
    return { revoked: await context.services.sessions.revokeOthers(context.caller) };
  }

  @Mutation(() => MemberPayload, {
    description: 'Changes your own password, and ends all your sessions but the one that asks.',
  })
  passwordChange(
    @Ctx() context: GraphContext,
    @Arg('current', () => String, { description: 'Your present password.' }) current: string,
    @Arg('new', () => String, {
      description: 'The new one: 12 to 1,024 characters, and none that everybody would try first.',
    })
    next: string,
  ): Promise<MemberPayload> {
    requireMember(context);
    return change(context, () => context.services.members.changePassword(context.caller, { current, next }));
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', idempotencyKey: 'idempotencyKey', current: 'current', new: 'new' },
};

const toTarget = (globalId: string): Target => ({ type: 'Member', noun: 'member', globalId });

/** A key has neither sessions nor a password. @throws FORBIDDEN */
const requireMember = ({ caller }: GraphContext): void => {
  if (!caller.member)
    throw new AppError('FORBIDDEN', 'This is for members who have signed in; an API key has no session.');
};

const invite = async (
  context: GraphContext,
  repeatable: Parameters<typeof once>[1],
  work: () => Promise<InvitedMember>,
): Promise<MemberInvitePayload> => {
  context.requireAdmin();
  // Not stored for a repetition: it lets somebody in.
  let token: string | null = null;
  const create = async (): Promise<number> => {
    const invited = await work();
    token = invited.token;
    return invited.id;
  };
  const payload = await change(context, () => once(context, repeatable, create));
  return { ...payload, link: token === null ? null : `${context.origin}/console/join#${token}` };
};

const change = async (context: GraphContext, work: () => Promise<number>): Promise<MemberPayload> => {
  const load = (id: number) => context.loaders.members.load(id);
  const { value, userErrors } = await answer(context, { scope: 'read', names: NAMES, work, load });
  return { member: value, userErrors };
};
