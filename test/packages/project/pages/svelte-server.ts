import { render } from 'svelte/server';
import PushBell from './push-bell.svelte';

export const html = render(PushBell).body;
