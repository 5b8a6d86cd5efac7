import { createStore } from './store.ts';

/** What a person typed before the palette was there. */
export interface TypedAhead {
  text: string;
  /** The key that was pressed after the text: Enter opens the first match, Tab shows its actions. */
  key: 'Enter' | 'Tab' | null;
}

/** Whether the palette is open, or on its way. */
export const isPaletteOpen = createStore(false);

let typedAhead: TypedAhead = { text: '', key: null };

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape') closePalette();
  else if (key === 'Enter' || key === 'Tab') typedAhead.key = key;
  else if (key === 'Backspace') typedAhead.text = typedAhead.text.slice(0, -1);
  else if ([...key].length === 1) typedAhead.text += key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Opens the palette. Until its code is loaded, typed keys are collected for it: they must not reach the screen. */
export function openPalette(): void {
  if (isPaletteOpen.get()) return;
  typedAhead = { text: '', key: null };
  window.addEventListener('keydown', collect, true);
  isPaletteOpen.set(true);
}

/** Closes the palette. */
export function closePalette(): void {
  window.removeEventListener('keydown', collect, true);
  isPaletteOpen.set(false);
}

/** What was typed since the palette was opened; from now on its own field receives the keys. */
export function takeTypedAhead(): TypedAhead {
  window.removeEventListener('keydown', collect, true);
  return typedAhead;
}
