import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { idsOf } from './entries.js';
import type { FilterSetting } from './filter.js';

const APP = idsOf('App', 'application', App);
const GROUP = idsOf('AppGroup', 'application group', AppGroup);

/** Which applications: no filter of devices, but set like one. */
export const apps = {
  flag: {
    name: 'all_apps',
    column: 'allApps',
    instead: ['app_ids_include', 'app_groups_include'],
    requiredBy: [],
    description: 'All applications; the include lists of applications and groups are then omitted.',
    graph: {
      name: 'all',
      isImplied: false,
      input: 'All that are not archived, also those yet to come; not together with `appIds` or `groupIds`.',
      output: 'All applications that are not archived, also those yet to come.',
    },
  },
  lists: [
    {
      name: 'app_ids_include',
      entries: APP,
      description: 'Applications.',
      graph: {
        name: 'appIds',
        input: 'These applications.',
        output: 'Their ids, as the input takes them.',
        nodes: { name: 'apps', description: 'These applications; empty if `all`.' },
      },
    },
    {
      name: 'app_ids_exclude',
      entries: APP,
      description: 'Applications to leave out.',
      graph: {
        name: 'exceptAppIds',
        input: 'Never these applications.',
        output: 'Their ids.',
        nodes: { name: 'exceptApps', description: 'Never these applications.' },
      },
    },
    {
      name: 'app_groups_include',
      entries: GROUP,
      description: 'Application groups.',
      graph: {
        name: 'groupIds',
        input: 'The members of these application groups.',
        output: 'Their ids.',
        nodes: { name: 'groups', description: 'The members of these groups; empty if `all`.' },
      },
    },
    {
      name: 'app_groups_exclude',
      entries: GROUP,
      description: 'Application groups to leave out.',
      graph: {
        name: 'exceptGroupIds',
        input: 'Never the members of these application groups.',
        output: 'Their ids.',
        nodes: { name: 'exceptGroups', description: 'Never the members of these groups.' },
      },
    },
  ],
  disjoint: [
    ['app_ids_include', 'app_ids_exclude'],
    ['app_groups_include', 'app_groups_exclude'],
  ],
  onlyFor: null,
  joinedInRest: null,
  graph: {
    name: 'apps',
    description: 'By application.',
    isRequired: true,
    input: { name: 'AppsFilterInput', description: 'Which applications; it must leave at least one.' },
    output: {
      name: 'SelectedApps',
      description: 'Which applications a scheduler sends to. It is worked out when it runs, so group changes count.',
    },
    facts: [],
  },
} as const satisfies FilterSetting;
