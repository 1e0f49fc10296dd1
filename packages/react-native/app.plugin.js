import plugin from './dist/plugin.cjs';

export default plugin;
