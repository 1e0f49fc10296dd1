import { mount } from 'svelte';
import Bell from './Bell.svelte';

const target = document.querySelector('#root');
if (target) mount(Bell, { target });
