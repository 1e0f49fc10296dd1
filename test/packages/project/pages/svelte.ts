import { hydrate } from 'svelte';
import PushBell from './push-bell.svelte';

const target = document.querySelector('#root');
if (target) hydrate(PushBell, { target });
