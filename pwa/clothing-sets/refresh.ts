import type { QueryKey } from '@tanstack/react-query';

/** The queries that are out of date after a change of a set: those of the office's screens, and those of the screens on which its people see it. */
export const refreshSets: readonly QueryKey[] = [['clothing-sets'], ['products'], ['product']];
/** The same where an account gets or loses a set, whose number it shows. */
export const refreshAccount: readonly QueryKey[] = [...refreshSets, ['accounts']];
