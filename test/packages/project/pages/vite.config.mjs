import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// The test's server expects fixed file names.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [vue(), svelte()],
  build: {
    outDir: isSsrBuild ? 'server' : 'browser',
    rollupOptions: {
      input: isSsrBuild
        ? ['react-server.tsx', 'vue-server.ts', 'svelte-server.ts']
        : ['react.tsx', 'vue.ts', 'svelte.ts'],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
}));
