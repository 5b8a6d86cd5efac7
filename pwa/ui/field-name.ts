import { reveal } from './reveal.ts';

/** A field's dotted name as text: `lines.1.qty_requested` is "Line 2, qty requested". Prefers the label on the screen. */
export function fieldLabel(name: string): string {
  const control = controlOf(name);
  const label = control?.labels?.[0]?.textContent?.trim() || control?.ariaLabel;
  if (label) return label;
  const words: string[] = [];
  for (const part of name.split('.')) {
    const last = words.length - 1;
    if (/^\d+$/.test(part)) words[last] = `${(words[last] ?? 'row').replace(/s$/, '')} ${Number(part) + 1}`;
    else words.push(part.replaceAll('_', ' '));
  }
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a control of this `name` or `id` is on the screen. */
export const isOnScreen = (name: string): boolean => controlOf(name) !== null;

/** Puts the focus on the control whose `name` or `id` this is, if it is on the screen. */
export function focusField(name: string): void {
  const control = controlOf(name);
  if (control) reveal(control);
}

function controlOf(name: string): HTMLInputElement | null {
  const quoted = CSS.escape(name);
  return document.querySelector<HTMLInputElement>(`[name="${quoted}"], #${quoted}`);
}
