import { createSSRApp } from 'vue';
import PushBell from './push-bell.vue';

createSSRApp(PushBell).mount('#root');
