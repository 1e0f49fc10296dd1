import { renderToString } from 'react-dom/server';
import { PushBell } from './push-bell.js';

export const html = renderToString(<PushBell />);
