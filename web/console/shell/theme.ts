import { createStore, useStore } from '../store.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'pushgraph:theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

const firstTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(STORED_AS)) ?? 'system';

const chosen = createStore<Theme>(firstTheme());
const isDark = createStore(false);

const apply = (): void => {
  const theme = chosen.get();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  isDark.set(theme === 'dark' || (theme === 'system' && systemIsDark.matches));
};

export const setTheme = (theme: Theme): void => {
  localStorage.setItem(STORED_AS, theme);
  chosen.set(theme);
  apply();
};

export const useChosenTheme = (): Theme => useStore(chosen);

/** The effective theme. */
export const useTheme = (): 'light' | 'dark' => (useStore(isDark) ? 'dark' : 'light');

/** Must run once, before the first paint. */
export const startTheme = (): void => {
  apply();
  systemIsDark.addEventListener('change', apply);
};
