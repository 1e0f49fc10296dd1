import { hydrateRoot } from 'react-dom/client';
import { PushBell } from './push-bell.js';

const root = document.querySelector('#root');
if (root) hydrateRoot(root, <PushBell />);
