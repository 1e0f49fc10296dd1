// The page /graphiql: bundled by scripts/build-graphiql.mjs, served by src/schema/http/graphiql-plugin.ts.
import './set-up-workers.js';
import 'graphiql/style.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { Page } from './page.jsx';

createRoot(document.getElementById('page')).render(<Page />);
