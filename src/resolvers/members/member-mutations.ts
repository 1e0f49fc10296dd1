import { Arg, Ctx, Field, Mutation, Resolver } from 'type-graphql';
import { AppError } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { DeletePayload, targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import type { Repeatable } from '../../schema/mutations/once.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import type { InvitedMember } from '../../services/members/member-service.js';
import {
  MemberInviteInput,
  MemberRemovePayload,
  MemberType,
  MemberUpdateInput,
  SessionsRevokePayload,
} from './member-types.js';

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', idempotencyKey: 'idempotencyKey', current: 'current', new: 'new' },
};

const MEMBER = {
  type: 'Member',
  noun: 'member',
  field: 'member',
  output: () => MemberType,
  scope: 'read',
  names: NAMES,
} as const;

const MEMBERS = defineMutations(MEMBER);
const INVITATIONS = defineMutations({ ...MEMBER, payload: 'MemberInvitePayload' });

Field(() => String, {
  nullable: true,
  description:
    'The link to give to the member: works once, for 7 days, and is shown only in this response. Null if none was created, and when an `idempotencyKey` is repeated.',
})(INVITATIONS.Payload.prototype, 'link');

/** The people of an account. An API key with every scope counts as an admin. */
@Resolver()
export class MemberMutations {
  @Mutation(() => INVITATIONS.Payload, {
    description:
      'Invites a person. The link is shown only in this response; the service sends no e-mail. Requires the role ADMIN.',
  })
  memberInvite(
    @Ctx() context: GraphContext,
    @Arg('input', () => MemberInviteInput, { description: 'The person.' }) input: MemberInviteInput,
    @IdempotencyKey() key?: string | null,
  ) {
    return invite(context, { key, request: ['memberInvite', input] }, () =>
      context.services.members.invite(context.caller, input),
    );
  }

  @Mutation(() => INVITATIONS.Payload, {
    description:
      'Replaces the link of a member: an invitation, or for someone who has joined, a link that sets a new password. The old link stops working. Requires the role ADMIN.',
  })
  memberInviteRenew(@Ctx() context: GraphContext, @IdArg('member') id: string) {
    return invite(context, { key: null, request: [] }, () =>
      context.services.members.renewLink(context.caller, memberId(id)),
    );
  }

  @Mutation(() => MEMBERS.Payload, {
    description:
      'Changes the name or the role of a member, at once. Requires the role ADMIN, except for your own name. The last admin keeps the role.',
  })
  async memberUpdate(
    @Ctx() context: GraphContext,
    @IdArg('member') id: string,
    @Arg('input', () => MemberUpdateInput, { description: 'The fields to change.' }) input: MemberUpdateInput,
  ) {
    const { name = null, role = null } = input;
    return MEMBERS.change(context, { id }, (number) =>
      context.services.members.update(context.caller, number, { name, role }),
    );
  }

  @Mutation(() => MemberRemovePayload, {
    description:
      'Removes a member, ends all their sessions and revokes the API keys that they created. The audit log keeps their actions. The last admin cannot be removed. Requires the role ADMIN. Irreversible.',
  })
  async memberRemove(
    @Ctx() context: GraphContext,
    @IdArg('member') id: string,
    @Arg('keepKeys', () => Boolean, {
      defaultValue: false,
      description:
        'Keeps the API keys that the member created. The member may still know them: replace them with `apiKeyRotate`.',
    })
    keepKeys: boolean,
  ): Promise<MemberRemovePayload> {
    context.requireAdmin();
    const { value, userErrors } = await settle(NAMES, async () => {
      const number = memberId(id);
      const keyIds = await context.services.members.remove(context.caller, number, { keepKeys });
      context.renewLoaders();
      const loaded = await Promise.all(keyIds.map((keyId) => context.loaders.apiKeys.load(keyId)));
      return { deletedId: toGlobalId('Member', number), apiKeys: loaded.filter((key) => key !== null) };
    });
    for (const { id: keyId, name, prefix } of keepKeys ? [] : (value?.apiKeys ?? [])) {
      context.noteChange({ action: 'apiKeyRevoke', node: { type: 'ApiKey', id: keyId }, name: name ?? prefix });
    }
    return { ...(value ?? { deletedId: null, apiKeys: [] }), userErrors };
  }

  @Mutation(() => DeletePayload, {
    description: 'Ends one of your own sessions, even the current one. Its WebSockets are closed within seconds.',
  })
  async sessionRevoke(@Ctx() context: GraphContext, @IdArg('session') id: string): Promise<DeletePayload> {
    requireMember(context);
    const { value, userErrors } = await settle(NAMES, async () => {
      const sessionId = targetId({ type: 'Session', noun: 'session', globalId: id });
      await context.services.sessions.revoke(context.caller, sessionId);
      return toGlobalId('Session', sessionId);
    });
    return { deletedId: value, userErrors };
  }

  @Mutation(() => SessionsRevokePayload, { description: 'Ends all your sessions except the current one.' })
  async sessionsRevokeOthers(@Ctx() context: GraphContext): Promise<SessionsRevokePayload> {
    requireMember(context);
    return { revoked: await context.services.sessions.revokeOthers(context.caller) };
  }

  @Mutation(() => MEMBERS.Payload, {
    description: 'Changes your own password and ends all your sessions except the current one.',
  })
  passwordChange(
    @Ctx() context: GraphContext,
    @Arg('current', () => String, { description: 'Your current password.' }) current: string,
    @Arg('new', () => String, {
      description: 'The new password: 12 to 1,024 characters, and not a common password.',
    })
    next: string,
  ) {
    requireMember(context);
    const { services, caller } = context;
    return MEMBERS.carryOut(context, () => services.members.changePassword(caller, { current, next }));
  }
}

const memberId = (globalId: string): number => targetId({ type: 'Member', noun: 'member', globalId });

/** An API key has neither sessions nor a password. @throws FORBIDDEN */
const requireMember = ({ caller }: GraphContext): void => {
  if (!caller.member) throw new AppError('FORBIDDEN', 'Sign in as a member: an API key has no session or password.');
};

const invite = async (context: GraphContext, repeatable: Repeatable, work: () => Promise<InvitedMember>) => {
  context.requireAdmin();
  // A repetition does not return it: the link would have to be stored, and it grants access.
  let token: string | null = null;
  const payload = await INVITATIONS.create(context, repeatable, async () => {
    const invited = await work();
    token = invited.token;
    return invited;
  });
  return { ...payload, link: token === null ? null : `${context.origin}/console/join#${token}` };
};
