// The page /console: bundled by scripts/build-console.mjs, served by src/console/page-plugin.ts.
import './style/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { startTheme } from './shell/theme.js';

startTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
