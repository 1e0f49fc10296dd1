import type { Covered } from './coverage.js';
import {
  access,
  apps,
  audience,
  autoPush,
  badInput,
  concurrency,
  covered,
  events,
  gaps,
  groups,
  http,
  idempotency,
  inFile,
  lists,
  localTime,
  pushes,
  refusedByName,
  rules,
  schedulers,
  sdkEvents,
} from './covered-by.js';

const graph = inFile('resolvers/schedulers');
const zones = inFile('schedule/zones');
const moments = inFile('schedule/moments');
const shown = schedulers('are created inactive, shown, replaced and deleted');
const switched = schedulers('are activated and deactivated, and an update keeps state and pushes');

/** Decisions by number. coverage-anchors.ts has their anchors in docs/rules.md. */
export const DECISIONS: Readonly<Record<string, Covered>> = {
  '1': covered(
    'one sequence of ids for applications and groups',
    groups('share no id with an application, and both paths restore them'),
    concurrency('applications and groups never share an id'),
  ),
  '2': covered(
    '`smartweekly` and `list`; kinds have their own paths',
    pushes('are bound to a %s scheduler in order'),
    schedulers('are reached only through their own path'),
  ),
  '3': covered('an invalid id gets 404', badInput('answers 404 for an invalid id'), refusedByName),
  '4': covered(
    'which applications a scheduler has, and when that is decided',
    lists('find the schedulers that include an application'),
    gaps('a new application is in the groups', 'changing a group changes the schedulers'),
    refusedByName,
  ),
  '5': covered(
    'an emptied list never means no filter',
    apps('deactivate a scheduler that named only them'),
    groups('have no effect while archived'),
    events('leave schedulers when deleted, but never leave a scheduler without its filter'),
  ),
  '6': covered(
    'no filter, and excludes without `all_*`',
    refusedByName,
    audience('are exactly the devices that the rules select'),
  ),
  '7': covered(
    'references, countries, languages',
    refusedByName,
    groups('name only existing applications'),
    inFile('text/language')('reaches a device with'),
    inFile('text/country')('there are 249 countries'),
  ),
  '8': covered(
    'event codes, as a text and as lists',
    schedulers('show every filter as written'),
    autoPush('without event_include only the first registration triggers a message'),
  ),
  '9': covered(
    '`delay`',
    inFile('schedule/delay')('a malformed or too long delay is refused'),
    rules('a delay is kept'),
    refusedByName,
  ),
  '10': covered(
    '`date`, `time`, `timezone`',
    schedulers('show every filter as written'),
    refusedByName,
    zones('is not an offset'),
  ),
  '11': covered(
    'smart weekly',
    refusedByName,
    schedulers('return weekly moments by day, and the zone that applies'),
    graph('a weekly scheduler is created, replaced and read', 'local time and a time zone exclude each other'),
  ),
  '12': covered(
    'initial states; what an update keeps',
    shown,
    switched,
    pushes('are created, shown'),
    events('are created, shown'),
    apps('are created, shown'),
  ),
  '13': covered(
    'a moment that has passed',
    schedulers('cannot be activated if the moment has passed for every device'),
    localTime('reports how many devices were excluded', 'the scheduler is inactive after the last zone'),
    switched,
  ),
  '14': covered(
    'local time and clock changes',
    localTime('comes to each device at its own noon', 'comes once at the clock change'),
    moments('happens exactly once for every zone'),
    inFile('schedule/local-to-instant')('around every clock change of every zone'),
  ),
  '15': covered('records of the other kinds', shown),
  '16': covered(
    'archiving schedulers and pushes',
    schedulers('that are archived are listed separately and cannot be activated'),
    graph('activation needs the scope SEND and a future moment'),
    inFile('resolvers/pushes')('states change as requested'),
    groups('have no effect while archived'),
  ),
  '17': covered(
    'list query',
    lists(
      'find the schedulers that include an application',
      'would reach a country',
      'would reach a language',
      'come in the requested order',
      'refuse "%s"',
    ),
  ),
  '18': covered(
    'auto-push',
    autoPush(
      'an excluded event during the delay stops the push',
      'filters apply as they are at the end of the delay',
      'without event_include only the first registration triggers a message',
      'an event that a client reports twice counts once',
    ),
  ),
  '19': covered(
    'several pushes, in order',
    autoPush('several pushes arrive in the order'),
    inFile('delivery/one-time-send')('several pushes arrive at each device'),
  ),
  '20': covered('credentials', apps('take credentials of %s in both shapes', 'never show a credential')),
  '21': covered(
    'archiving an application is permanent, and exclusions are kept',
    apps('leave groups and schedulers permanently when archived'),
    inFile('rest-compat/kept-exclusions')(
      'excluded again once restored',
      'stays excluded if the scheduler is replaced',
    ),
    sdkEvents('reactivate a device whose application was archived'),
  ),
  '22': covered('`app_ids` of a group', groups('are created, shown, replaced and deleted')),
  '23': covered(
    'VAPID key, and credentials of webpush',
    apps('show a VAPID key with the provider webpush', 'change provider and credentials at once'),
  ),
  '24': covered(
    'event codes',
    events('have codes that are unique per user', 'that are built in cannot be read or changed'),
    autoPush('an inactive custom event is not recorded'),
    concurrency('an event code is given only once'),
  ),
  '25': covered(
    'records of pushes, languages and links',
    pushes('are created, shown', 'are refused with %s, on create and update'),
  ),
  '26': covered(
    'which pushes are bound',
    pushes('stay bound when deactivated, and leave when deleted', 'that are deactivated, bound elsewhere or unknown'),
    concurrency('a push is bound to only one scheduler', 'two concurrent bindings of a scheduler leave one of them'),
  ),
  '27': covered(
    'wrappers, pages and cursors',
    apps('are listed in pages'),
    lists('refuse "%s"'),
    pushes('are listed by page and by cursor', 'refuse a cursor from another list'),
    gaps('lists end at record 10,000'),
  ),
  '28': covered(
    'errors',
    http(
      'answers %s with %i in the one shape of errors',
      'says when to retry',
      'reveals no internals',
      'names the methods',
    ),
    badInput('paths with invalid percent-encoding'),
    access('wants a valid key before anything else'),
    inFile('rest-compat/fuzz.slow')('every answer conforms to the OpenAPI document'),
  ),
  '29': covered(
    'limits of fields',
    gaps(
      'names of any kind have 1 to 255',
      'accepts at most 100,000 external ids',
      'a translation has at most 255 characters',
    ),
    refusedByName,
    inFile('providers/provider-c/provider-c-sender')('a payload over 4,096 bytes fails without being sent'),
  ),
  '30': covered(
    '`Idempotency-Key`',
    idempotency(
      'the same request gets the first answer again',
      'another body or path',
      'is forgotten after 24 hours',
      'of many concurrent requests one runs',
    ),
  ),
};
