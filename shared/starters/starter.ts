/** What happens when somebody with a kit and a first day is added: nothing, their missing sizes are asked for, or their kit is ordered as well. */
export const starterKits = ['off', 'ask', 'order'] as const;
export type StarterKit = (typeof starterKits)[number];

/** What became of the order of a kit: it was submitted, it needs an approval, or something else keeps it a draft. */
export const starterOutcomes = ['submitted', 'needs_approval', 'blocked'] as const;
export type StarterOutcome = (typeof starterOutcomes)[number];

/** Where the kit of a person who starts is, from what is missing most to what has left. */
export const starterStates = ['no_kit', 'no_sizes', 'sized', 'needs_approval', 'blocked', 'ordered', 'short', 'ready', 'shipped'] as const;
export type StarterState = (typeof starterStates)[number];

/** Somebody who is added at most so many days after their first day still starts; people who began earlier have had their kit. */
export const LATE_ENTRY_DAYS = 31;
