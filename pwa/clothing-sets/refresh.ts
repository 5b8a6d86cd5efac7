import type { QueryKey } from '@tanstack/react-query';

/** What is out of date after a change of a set: the office's screens of it, and those on which its people see it. */
export const refreshSets: readonly QueryKey[] = [['clothing-sets'], ['products'], ['product']];
/** The same where an account gets or loses a set, whose number it shows. */
export const refreshAccount: readonly QueryKey[] = [...refreshSets, ['accounts']];
