import type { StarterKit } from '../../shared/starters/starter.ts';

/** What a client company can want when somebody who starts is added. */
export const starterChoices: readonly (readonly [StarterKit, string])[] = [
  ['off', 'Nothing happens'],
  ['ask', 'Ask them for missing sizes'],
  ['order', 'Ask for sizes, and order the kit'],
];
