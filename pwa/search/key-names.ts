const names: Record<string, string> = { Control: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };

/** The names of the keys of a shortcut as they stand on a keyboard: `Control+Enter` is Ctrl and Enter. */
export const keyNamesOf = (shortcut: string): string[] =>
  (shortcut.split(' ')[0] ?? '').split('+').map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key));
