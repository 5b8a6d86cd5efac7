import { createStore } from '../ui/store.ts';

export type Theme = 'device' | 'light' | 'dark';
const KEY = 'kitroom.theme';
const chosenTheme = document.documentElement.dataset.theme;

/** Light, dark, or the device's own setting. public/theme.js applies it before the first paint. */
export const theme = createStore<Theme>(chosenTheme === 'light' || chosenTheme === 'dark' ? chosenTheme : 'device');

/** Stores the chosen theme on this device. */
export function chooseTheme(next: Theme): void {
  theme.set(next);
  if (next === 'device') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
}
