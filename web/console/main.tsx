// The page /console: bundled by scripts/build-console.mjs, served by src/console/page-plugin.ts.
import './style/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPage } from './app.js';
import { loadTranslations } from './i18n/i18n.js';
import { loadSession } from './session/session.js';
import { startTheme } from './shell/theme.js';

startTheme();
const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root.');
const root = createRoot(element);
await Promise.all([loadTranslations(), preloadPage(loadSession())]);
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
