import { createApp } from 'vue';
import PushBell from './PushBell.vue';

createApp(PushBell).mount('#root');
