import type { BulkInput } from '../../shared/people/bulk-input.ts';
import { afterPersonChange, changePeople } from './people.ts';
import { type Batches, useBatches } from './use-batches.ts';

/** A person by their id and name. */
export interface NamedPerson {
  id: string;
  name: string;
}

/** How many people are sent in one request, so that the progress bar moves several times a second. */
const AT_ONCE = 100;

/** Applies the same change to many people in batches, with a result for each by name. */
export function useChangePeople(accountId: string | undefined, people: readonly NamedPerson[], change: Omit<BulkInput, 'ids' | 'filter'>): Batches {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return useBatches({
    items: people,
    idOf: ({ id }) => id,
    size: AT_ONCE,
    refresh: afterPersonChange,
    send: async (some, options) => {
      const { results } = await changePeople(accountId)({ ids: some.map(({ id }) => Number(id)), ...change }, options);
      return results.map(({ id, ok, message }) => ({ id: String(id), name: names.get(String(id)) ?? 'Gone', is_done: ok, message }));
    },
  });
}
