import { createStore } from './store.ts';

/** What a person typed before the palette was there. */
export interface TypedAhead {
  text: string;
  /** Whether Enter was pressed after the text. */
  is_entered: boolean;
}

/** Whether the palette is open, or on its way. */
export const isPaletteOpen = createStore(false);

let typedAhead: TypedAhead = { text: '', is_entered: false };

function collect(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') closePalette();
  else if (event.key === 'Enter') typedAhead.is_entered = true;
  else if (event.key === 'Backspace') typedAhead.text = typedAhead.text.slice(0, -1);
  else if ([...event.key].length === 1) typedAhead.text += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Opens the palette. Until its code is loaded, typed keys are collected for it: they must not reach the screen. */
export function openPalette(): void {
  if (isPaletteOpen.get()) return;
  typedAhead = { text: '', is_entered: false };
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
