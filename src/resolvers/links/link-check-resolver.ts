import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { LinkState } from '../../providers/outbound/link-checker.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { Costly } from '../../schema/limits/costly.js';

const LinkStateEnum = defineMappedEnum('LinkState', 'The result of visiting a link.', {
  REACHABLE: ['reachable', 'The address answers.'],
  REDIRECTED: ['redirected', 'The address leads to another one, which answers; see `finalUrl`.'],
  NOT_FOUND: ['not-found', 'The server has no such page (404 or 410).'],
  REFUSED: ['refused', 'The server refuses the visit (another 4xx). It may still let people in.'],
  FAILING: ['failing', 'The server reported an error (5xx).'],
  CERTIFICATE: ['certificate', 'Browsers would warn: the certificate is invalid, expired or for another name.'],
  NO_HOST: ['no-host', 'The host name does not exist.'],
  UNREACHABLE: ['unreachable', 'The server refused or broke the connection.'],
  TIMEOUT: ['timeout', 'The server did not answer within 8 seconds.'],
  NOT_PUBLIC: ['not-public', 'The address is not on the public internet, so it was not visited.'],
  REDIRECT_LOOP: ['redirect-loop', 'More than 5 redirects.'],
  NOT_CHECKABLE: [
    'not-checkable',
    'Not a web address on a usual port, such as a custom scheme that opens an app. It was not visited.',
  ],
}) satisfies Record<string, LinkState>;

@ObjectType({ description: 'The result of visiting a link.', simpleResolvers: true })
export class LinkCheck {
  @Field(() => LinkStateEnum, { description: 'The finding.' })
  readonly state!: LinkState;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the last answer; null without an answer.' })
  readonly httpStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'Address after all redirects; null if there was none.' })
  readonly finalUrl!: string | null;
}

@Resolver()
export class LinkCheckResolver {
  @Costly(200)
  @Query(() => LinkCheck, {
    description:
      'Visits the link of a message (HEAD, then GET if that fails; the body is not read) and says whether it works. Takes up to 8 seconds; limited to 60 a minute. Requires the scope WRITE.',
  })
  linkCheck(
    @Ctx() context: GraphContext,
    @Arg('url', () => String, { description: 'The link, with any scheme that a message may have.' }) url: string,
  ): Promise<LinkCheck> {
    context.require('write');
    return context.services.linkCheck.check(context.caller, url);
  }
}
