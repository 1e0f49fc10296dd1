import type { Covered } from './coverage.js';
import { apps, badInput, covered, events, groups, lists, pushes, refusedByName, schedulers } from './covered-by.js';

const noId = badInput('answers 404 for an invalid id');
const malformed = badInput('refuses malformed or mistyped values, and writes nothing');
const life = schedulers('are created inactive, shown, replaced and deleted');

const kindOf = (kind: string, noun: string): Record<string, Covered> => {
  const path = `/sched/${kind}`;
  const ownPath = schedulers('are reached only through their own path');
  const switched = schedulers('are activated and deactivated, and an update keeps state and pushes');
  return {
    [`POST ${path}`]: covered(`create ${noun}`, life, refusedByName, malformed),
    [`GET ${path}`]: covered(`list ${noun}s`, life, lists('come in the requested order', 'refuse "%s"')),
    [`GET ${path}/:sched_id`]: covered(`get ${noun}`, life, ownPath, noId),
    [`PUT ${path}/:sched_id`]: covered(`update ${noun}`, life, switched, refusedByName, ownPath, noId),
    [`DELETE ${path}/:sched_id`]: covered(
      `delete ${noun}`,
      life,
      pushes('are deleted with their scheduler'),
      ownPath,
      noId,
    ),
    [`POST ${path}/:sched_id/activate`]: covered(`activate ${noun}`, switched, ownPath, noId),
    [`POST ${path}/:sched_id/deactivate`]: covered(`deactivate ${noun}`, switched, ownPath, noId),
  };
};

const appLife = apps('are created, shown, changed and deleted');
const appArchive = apps('leave groups and schedulers permanently when archived, even repeatedly');
const credentials = apps('take credentials of %s in both shapes', 'never show a credential');
const pushLife = pushes('are created, shown, replaced, switched and deleted');
const pushRules = pushes('are refused with %s, on create and update');
const groupLife = groups('are created, shown, replaced and deleted');
const groupArchive = groups('share no id with an application, and both paths restore them');
const eventLife = events('are created, shown, changed, switched and deleted');
const system = events('that are built in cannot be read or changed');

/** Operations by method and path. */
export const ENDPOINTS: Readonly<Record<string, Covered>> = {
  ...kindOf('conversion', 'auto-push scheduler'),
  ...kindOf('onesend', 'one-time scheduler'),
  ...kindOf('smartweekly', 'smart weekly scheduler'),
  'POST /apps': covered('create an application', appLife, credentials, malformed),
  'GET /apps': covered('list applications', appLife, apps('are listed in pages')),
  'GET /apps/:app_id': covered('get an application', appLife, noId),
  'PUT /apps/:app_id': covered('update an application', appLife, malformed, noId),
  'DELETE /apps/:app_id': covered(
    'delete an application',
    appLife,
    apps('deactivate a scheduler that named only them'),
    noId,
  ),
  'POST /apps/:app_id/archive': covered('archive an application', appArchive, noId),
  'POST /apps/:app_id/unarchive': covered('restore an application or a group', appArchive, groupArchive, noId),
  'PUT /apps/:app_id/creds/:push_provider': covered(
    'replace provider and credentials',
    apps('change provider and credentials at once'),
    malformed,
    noId,
  ),
  'GET /apps/:app_id/vapidkey': covered('get the VAPID key', apps('show a VAPID key with the provider webpush'), noId),
  'POST /pushes': covered('create a push', pushLife, pushRules, malformed),
  'GET /pushes/:push_id': covered('get a push', pushLife, noId),
  'PUT /pushes/:push_id': covered('update a push', pushLife, pushRules, malformed, noId),
  'DELETE /pushes/:push_id': covered('delete a push', pushLife, pushes('stay bound when deactivated, and leave'), noId),
  'POST /pushes/:push_id/activate': covered('activate a push', pushLife, noId),
  'POST /pushes/:push_id/deactivate': covered(
    'deactivate a push',
    pushLife,
    pushes('stay bound when deactivated'),
    noId,
  ),
  'PUT /sched/:sched_type/:sched_id/pushes': covered(
    'bind pushes',
    pushes(
      'are bound to a %s scheduler in order',
      'that are deactivated, bound elsewhere or unknown',
      'are bound in hundreds',
    ),
    malformed,
    noId,
  ),
  'GET /pushlist/:sched_id/:sched_type': covered(
    'list the pushes of a scheduler',
    pushes('are listed by page and by cursor', 'refuse a cursor', 'are filtered by archived state'),
    noId,
  ),
  'POST /app/groups': covered('create a group', groupLife, groups('name only existing applications'), malformed),
  'GET /app/groups': covered('list groups', groupLife, groups('take as many statements for many groups')),
  'GET /app/groups/:app_group_id': covered('get a group', groupLife, noId),
  'PUT /app/groups/:app_group_id': covered(
    'update a group',
    groupLife,
    groups('name only existing applications'),
    malformed,
    noId,
  ),
  'DELETE /app/groups/:app_group_id': covered(
    'delete a group',
    groupLife,
    groups('have no effect while archived, and leave schedulers when deleted'),
    noId,
  ),
  'POST /app/groups/:app_group_id/archive': covered('archive a group', groupArchive, noId),
  'POST /app/groups/:app_group_id/unarchive': covered('restore a group', groupArchive, noId),
  'POST /events': covered('create an event', eventLife, events('have codes that are unique'), malformed),
  'GET /events': covered('list events', eventLife),
  'GET /events/:id': covered('get an event', eventLife, system, noId),
  'PUT /events/:id': covered(
    'update an event',
    eventLife,
    system,
    events('have codes that are unique'),
    malformed,
    noId,
  ),
  'DELETE /events/:id': covered('delete an event', eventLife, system, events('leave schedulers when deleted'), noId),
  'POST /events/:id/activate': covered('activate an event', eventLife, system, noId),
  'POST /events/:id/deactivate': covered('deactivate an event', eventLife, system, noId),
};
