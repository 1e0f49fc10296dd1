import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import PushBell from './push-bell.vue';

export const html = await renderToString(createSSRApp(PushBell));
