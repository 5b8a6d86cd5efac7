import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** True for the code of a tote; every other code of a place is a bin. */
export const isTote = (code: string): boolean => /^t-./i.test(code);

/** The code of a tote as it is stored, in capitals like its label; another name stays as it was typed. */
export const toteCode = (name: string): string => (isTote(name) ? name.toUpperCase() : name);

/** Whether two names are of one tote, whatever the case. */
export const isSameTote = (one: string | null, other: string): boolean => one?.toUpperCase() === other.toUpperCase();

/** A tote belongs to at most one open order. `owner` is the number of the order whose items it holds, where it holds any. */
export const checkTote = (tote: string, order_number: string | null, owner: string | null): Verdict =>
  owner === null || owner === order_number ? allow : refuse('tote_taken', messages.tote_taken(tote, owner));
