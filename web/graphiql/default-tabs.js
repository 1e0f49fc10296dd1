import createApp from './tabs/create-app.graphql';
import createAppVariables from './tabs/create-app.json.txt';
import createWelcome from './tabs/create-welcome.graphql';
import listApps from './tabs/list-apps.graphql';
import sendMessage from './tabs/send-message.graphql';
import sendMessageVariables from './tabs/send-message.json.txt';
import startWelcome from './tabs/start-welcome.graphql';
import startWelcomeVariables from './tabs/start-welcome.json.txt';
import watchEvents from './tabs/watch-events.graphql';
import watchRun from './tabs/watch-run.graphql';
import watchRunVariables from './tabs/watch-run.json.txt';

/** The tabs of a new user, in a useful order. The getting-started guide follows it. */
export const DEFAULT_TABS = [
  { query: listApps },
  { query: createApp, variables: createAppVariables },
  { query: createWelcome },
  { query: startWelcome, variables: startWelcomeVariables },
  { query: watchEvents },
  { query: watchRun, variables: watchRunVariables },
  { query: sendMessage, variables: sendMessageVariables },
];
