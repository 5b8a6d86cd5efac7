import type { QueryKey } from '@tanstack/react-query';

/** The queries of the office's and the wearers' screens that are out of date after a change of a set. */
export const refreshSets: readonly QueryKey[] = [['clothing-sets'], ['products'], ['product']];
/** The queries that are out of date after an account gets or loses a set, because accounts show the number of their sets. */
export const refreshAccount: readonly QueryKey[] = [...refreshSets, ['accounts']];
