import type { Covered } from './coverage.js';
import {
  access,
  apps,
  audience,
  autoPush,
  badInput,
  covered,
  events,
  gaps,
  groups,
  http,
  inFile,
  lists,
  localTime,
  pushes,
  refusedByName,
  rules,
  schedulers,
  sdkEvents,
} from './covered-by.js';

const reached = audience('are exactly the devices that the rules select, for random accounts and random filters');
const accepted = rules('valid input is accepted');
const switched = schedulers('are activated and deactivated, and an update keeps state and pushes');
const shown = schedulers('are created inactive, shown, replaced and deleted');
const appArchive = apps('leave groups and schedulers permanently when archived, even repeatedly');
const groupArchive = groups('share no id with an application, and both paths restore them');
const pushLife = pushes('are created, shown, replaced, switched and deleted');
const eventLife = events('are created, shown, changed, switched and deleted');
const inOrder = lists('come in the requested order', 'refuse "%s"');
const nothing = (text: string, note: string): Covered => ({ text, tests: [], note });

/** Rules by number. coverage-anchors.ts has their anchors in docs/rules.md. */
export const RULES: Readonly<Record<string, Covered>> = {
  '1': covered(
    'another user’s objects do not exist',
    access("users cannot reach each other's objects", "lists contain only the caller's objects"),
  ),
  '2.1 fields': covered('filter fields, names and types', schedulers('show every filter as written'), refusedByName),
  '2.1 rule 1': covered('`all_apps` without include lists', refusedByName, accepted),
  '2.1 rule 2': covered('an empty set of applications creates nothing', refusedByName),
  '2.1 rule 3': covered('include and exclude have nothing in common', refusedByName),
  '2.1 rule 4': covered('`all_countries`', refusedByName, accepted, reached),
  '2.1 rule 5': covered('`all_languages`', refusedByName, accepted, reached),
  '2.1 rule 6': covered('`all_audiences` reaches devices with any audience', refusedByName, reached),
  '2.1 rule 7': covered('without audiences everybody is reached', reached),
  '2.1 rule 8': covered('system and custom events as filters', reached, accepted),
  '2.2 auto-push': covered('`delay`; the records of get and list', shown, refusedByName, rules('a delay is kept')),
  '2.2 one-time': covered('`date`, `time`, `local_time`, `timezone`, `external_ids`', shown, refusedByName),
  '2.2 smart weekly': covered(
    '`time_send`, `local_time`',
    shown,
    schedulers('return weekly moments by day'),
    refusedByName,
  ),
  '2.3': covered(
    'applications and their credentials',
    apps('are created, shown', 'take credentials of %s', 'never show a credential'),
  ),
  '2.4': covered('application groups', groups('are created, shown, replaced and deleted')),
  '2.5': covered('custom events', eventLife),
  '2.6': covered('pushes and translations', pushLife, pushes('are refused with %s, on create and update')),
  '3 scheduler activate': covered(
    'an active scheduler sends',
    switched,
    autoPush('sends when the delay ends, and not before'),
    inFile('delivery/one-time-send')('reaches every device of both providers once'),
    localTime("comes weekly at each zone's own day and time"),
  ),
  '3 scheduler deactivate': covered(
    'sending stops',
    switched,
    inFile('delivery/one-time-send')('deactivating before the moment sends nothing'),
    autoPush('a scheduler that is inactive when the delay ends sends nothing'),
  ),
  '3 application archive': covered('leaves groups and schedulers; idempotent', appArchive),
  '3 application unarchive': covered(
    'devices become active again through their SDKs',
    appArchive,
    sdkEvents('reactivate a device whose application was archived'),
  ),
  '3 application delete': covered('leaves groups and schedulers', apps('deactivate a scheduler that named only them')),
  '3 application create': covered(
    'joins the groups and schedulers of all applications',
    gaps('a new application is in the groups and schedulers of all applications'),
  ),
  '3 group archive': covered('idempotent', groupArchive),
  '3 group unarchive': covered('idempotent, by either path', groupArchive),
  '3 group delete': covered('leaves all schedulers', groups('have no effect while archived, and leave schedulers')),
  '3 push activate': covered('eligible for sending', pushLife),
  '3 push deactivate': covered('status 0, not sent', pushLife, pushes('stay bound when deactivated')),
  '3 push delete': covered('its translations go with it', pushLife),
  '3 event activate': covered('status 1', eventLife),
  '3 event deactivate': covered(
    'status 0',
    eventLife,
    autoPush('an inactive custom event is not recorded and triggers nothing'),
  ),
  '3 scheduler delete': covered('pushes and translations go with it', pushes('are deleted with their scheduler')),
  '3 push bind': covered(
    'previously bound pushes are unbound',
    pushes('are bound to a %s scheduler in order, and replace the former ones'),
  ),
  '4.4 archived': covered(
    'archived schedulers are listed separately',
    schedulers('that are archived are listed separately'),
    inOrder,
  ),
  '4.4 page': covered('default 1', inOrder),
  '4.4 per_page': covered('default 20', shown, inOrder),
  '4.4 name': covered('partial match', lists('find part of the name, literally and ignoring case')),
  '4.4 app_id': covered(
    'schedulers that include an application',
    lists('find the schedulers that include an application'),
  ),
  '4.4 country': covered('schedulers that reach a country', lists('find the schedulers that would reach a country')),
  '4.4 language': covered('schedulers that reach a language', lists('find the schedulers that would reach a language')),
  '4.4 sort_by': covered('the field to sort by', inOrder),
  '4.4 sort_dir': covered('`asc` or `desc`', inOrder),
  '4.6 bind rule 1': covered('all previously bound pushes are unbound', pushes('and replace the former ones')),
  '4.6 bind rule 2': covered(
    'own, bound nowhere else, not deactivated',
    pushes('that are deactivated, bound elsewhere or unknown'),
  ),
  '4.6 bind rule 3': covered('an empty list unbinds all', pushes('are bound to a %s scheduler in order')),
  '4.6 bind rule 4': covered(
    'null is prohibited',
    pushes('are bound to a %s scheduler in order'),
    badInput('a body without a required member'),
  ),
  '4.6 pagination': covered('by page or by cursor', pushes('are listed by page and by cursor', 'refuse a cursor')),
  '5.1': covered('bearer key on every request', access('wants a valid key before anything else')),
  '5.2': covered(
    'how a user gets a key',
    inFile('process/start')('accepts the bootstrap key', 'without a bootstrap key creates one'),
  ),
  '5.3': covered('401 and 403', access('wants a valid key', 'a missing scope is refused', 'a suspended user')),
  '5.4': covered('scoped to the user', access("users cannot reach each other's objects")),
  '6.1': covered('events as filters', reached),
  '6.2': covered('an event starts the delay', autoPush('sends when the delay ends', 'a scheduler that is inactive')),
  '6.3': covered('status and code of custom events', eventLife, autoPush('an inactive custom event')),
  '6.4': nothing('outbound notifications: not shown', 'the service makes none'),
  '6.5': covered('how events come in: not shown, so `/sdk/v1`', sdkEvents('are counted as accepted')),
  '6.6': covered('code or id in `event_include`: not shown, so the code', refusedByName, accepted),
  '7 400': covered(
    'invalid data',
    badInput('refuses malformed or mistyped values'),
    pushes('are refused with %s'),
    events('have codes'),
  ),
  '7 401': covered('invalid key', access('wants a valid key')),
  '7 403': covered('denied', access('a missing scope is refused', 'a suspended user')),
  '7 404': covered(
    'missing, or not the caller’s',
    badInput('answers 404'),
    access("users cannot reach each other's objects"),
  ),
  '7 5xx': covered(
    'reveals no internals',
    http('reveals no internals'),
    inFile('rest-compat/fuzz.slow')('none is a server error'),
  ),
  '7 shape': covered(
    '`{error, req_id}` as JSON',
    http('answers %s with %i in the one shape of errors'),
    inFile('rest-compat/fuzz.slow')('every answer conforms to the OpenAPI document'),
  ),
  '8 offset': covered('10,000 records', gaps('lists end at record 10,000'), lists('refuse "%s"')),
  '8 defaults': covered('page 1, 20 per page', shown, apps('are listed in pages')),
  '9.1': covered('the version is in the path', inFile('rest-compat/openapi')('is public')),
  '9.2': nothing('dates of the reference', 'a statement about the reference'),
  '9.3': nothing('policy for changes: not shown', 'nothing to test'),
};
