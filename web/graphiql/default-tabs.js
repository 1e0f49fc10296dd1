import createApp from './tabs/create-app.graphql';
import createAppVariables from './tabs/create-app.json.txt';
import createWelcome from './tabs/create-welcome.graphql';
import listApps from './tabs/list-apps.graphql';
import startWelcome from './tabs/start-welcome.graphql';
import startWelcomeVariables from './tabs/start-welcome.json.txt';
import watchEvents from './tabs/watch-events.graphql';
import watchRun from './tabs/watch-run.graphql';
import watchRunVariables from './tabs/watch-run.json.txt';

/** What a newcomer finds, in the order in which it is worth trying; the README goes the same way. */
export const DEFAULT_TABS = [
  { query: listApps },
  { query: createApp, variables: createAppVariables },
  { query: createWelcome },
  { query: startWelcome, variables: startWelcomeVariables },
  { query: watchEvents },
  { query: watchRun, variables: watchRunVariables },
];
