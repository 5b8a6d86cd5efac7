import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** True for the code of a tote; every other code of a place is a bin. */
export const isTote = (code: string): boolean => /^t-./i.test(code);

/** The stored form of a code. A tote's code is stored in capitals, like the tote's label; any other code is returned unchanged. */
export const toteCode = (name: string): string => (isTote(name) ? name.toUpperCase() : name);

/** Whether two codes name the same tote. Upper and lower case do not matter. */
export const isSameTote = (one: string | null, other: string): boolean => one?.toUpperCase() === other.toUpperCase();

/** The most totes that one pick can have filled. */
export const MAX_FULL_TOTES = 8;

/** The full totes of a pick after its tote was assigned: those that the assignment names, each once and sorted; without any, those before. */
export const fullTotesAfter = (before: readonly string[] | undefined, named: readonly string[] | undefined): string[] =>
  named ? [...new Set(named.map(toteCode))].sort() : [...(before ?? [])];

/** All totes in which a pick's items are: the full ones, then the one in use. */
export const totesOf = ({ tote, full_totes = [] }: { tote: string | null; full_totes?: readonly string[] | undefined }): string[] => [
  ...full_totes.filter((one) => one !== tote),
  ...(tote === null ? [] : [tote]),
];

/** Refuses a tote that belongs to another open order. `owner` is the number of the order whose items the tote holds, null if the tote is empty. */
export const checkTote = (tote: string, order_number: string | null, owner: string | null): Verdict =>
  owner === null || owner === order_number ? allow : refuse('tote_taken', messages.tote_taken(tote, owner));
