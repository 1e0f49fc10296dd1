import { Type } from 'typebox';
import { defineTool } from '../tool.js';
import { choice, choices, id, instant, PAGE_INFO, page, text, toWhere } from './arguments.js';

const STATES = [
  'ARCHIVED',
  'DRAFT',
  'LISTENING',
  'MISSED',
  'NOTHING_TO_SEND',
  'PAUSED',
  'SCHEDULED',
  'SENDING',
  'SENT',
] as const;
const KINDS = ['AUTO_PUSH', 'ONE_TIME', 'WEEKLY'] as const;

export const findCampaigns = defineTool({
  name: 'find_campaigns',
  title: 'Find campaigns',
  description:
    'Finds campaigns by text, state, kind or application, with the next moment and the result of the last run.',
  scope: 'read',
  input: Type.Object({
    ...page(50),
    search: Type.Optional(text('Words of the name or of the messages.')),
    status: Type.Optional(choices(STATES, 'Only these states.')),
    kind: Type.Optional(choices(KINDS, 'Only these kinds.')),
    appId: Type.Optional(id('Id of an application: only campaigns that send to it.')),
  }),
  document: `query FindCampaigns($first: Int, $after: String, $where: SchedulerWhereInput) {
    schedulers(first: $first, after: $after, where: $where, orderBy: { field: ID, direction: DESC }) {
      totalCount
      nodes {
        id name kind status active archived preview nextDueAt updatedAt
        warnings { code message }
        lastRun { id status dueAt counts { sent failed } }
      }
      ${PAGE_INFO}
    }
  }`,
  toVariables: toWhere,
});

export const getCampaign = defineTool({
  name: 'get_campaign',
  title: 'Read a campaign',
  description: 'Reads one campaign: its messages in all languages, its audience, its next moments and its last runs.',
  scope: 'read',
  input: Type.Object({ id: id('Id of the campaign.') }),
  document: `query GetCampaign($id: ID!) {
    scheduler(id: $id) {
      id name kind status active archived nextDueAt lastMessageAt createdAt updatedAt
      warnings { code message }
      nextMoments(first: 5) { at }
      audience {
        apps { all apps { id name } exceptApps { id name } groups { id name } exceptGroups { id name } }
        countries { all include exclude }
        languages { all include exclude }
        tags { anyTag include exclude includeGroups { id name } excludeGroups { id name } }
        segments { includeSegments { id name } excludeSegments { id name } }
        events { include exclude }
      }
      pushes(first: 20) {
        nodes {
          id name active defaultLang category { id key }
          translations { language title subtitle text link image }
        }
      }
      runs(first: 5) { nodes { id status dueAt finishedAt counts { sent failed } } }
    }
  }`,
});

export const upcomingSends = defineTool({
  name: 'upcoming_sends',
  title: 'List upcoming sends',
  description: 'Lists the moments at which active campaigns send, as in the calendar. The period has at most 62 days.',
  scope: 'read',
  input: Type.Object({
    from: instant('Start of the period.'),
    to: instant('End of the period.'),
    first: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Number of moments; 50 if omitted.' })),
    appId: Type.Optional(id('Id of an application: only its moments.')),
    kind: Type.Optional(choices(KINDS, 'Only these kinds of campaigns.')),
  }),
  document: `query UpcomingSends($from: DateTime!, $to: DateTime!, $first: Int!, $where: UpcomingMomentWhereInput) {
    upcomingMoments(from: $from, to: $to, first: $first, where: $where) {
      at lastAt isThrottled quietUntil quietPolicy
      scheduler { id name kind status }
    }
  }`,
  toVariables: ({ from, to, first = 50, ...where }) => ({ from, to, first, where }),
});

export const trafficOverTime = defineTool({
  name: 'traffic_over_time',
  title: 'Read traffic over time',
  description:
    'Counts messages sent, failed, delivered and clicked by minute, hour or day, for the account or one application.',
  scope: 'read',
  input: Type.Object({
    bucket: choice(['DAY', 'HOUR', 'MINUTE'], 'Length of the intervals.'),
    from: instant('Start of the period.'),
    to: Type.Optional(instant('End of the period; now if omitted.')),
    timeZone: Type.Optional(text('Time zone in which days start, such as Europe/Berlin; UTC if omitted.', 64)),
    appId: Type.Optional(id('Id of an application: only its messages.')),
  }),
  document: `query TrafficOverTime(
    $bucket: TrafficBucket!, $from: DateTime!, $to: DateTime, $timeZone: TimeZone!, $where: TrafficWhereInput
  ) {
    traffic(bucket: $bucket, from: $from, to: $to, timeZone: $timeZone, where: $where) {
      from sent failed delivered clicked dismissed
    }
  }`,
  toVariables: ({ bucket, from, to, timeZone = 'UTC', ...where }) => ({ bucket, from, to, timeZone, where }),
});
