import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import { formatCount } from '../ui/count-text.ts';
import { useListPlace } from '../ui/list-memory.ts';
import type { ListQuery, PageOf } from '../ui/page-of.ts';
import { type ListedPerson, readMatching } from './client.ts';

/** The ids and names of the people who are chosen in a list. `query` is the list's query, and `listKey` is the start of the key of each page. */
export function usePeopleSelection(accountId: string | undefined, listKey: QueryKey, query: ListQuery) {
  const place = useListPlace();
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const { nameOf, keepNames } = useNames(listKey);
  const { page: _page, per_page: _per_page, ...view } = query;
  /** Chooses everybody who matches the search and the filters, on all pages. */
  const chooseAll = useWrite({
    send: () => readMatching(accountId, view),
    success: ({ people, is_cut }) => (is_cut ? `Only the first ${formatCount(people.length)} are chosen.` : undefined),
    onSaved: ({ people }) => {
      keepNames(people);
      setSelection(new Set(people.map(({ id }) => String(id))));
    },
  });
  return { selection, setSelection, nameOf, chooseAll };
}

/** The names of people who have been listed or chosen, by their ids: chosen people stay chosen when another search no longer lists them. */
function useNames(queryKey: QueryKey) {
  const queries = useQueryClient();
  const names = useRef(new Map<string, string>());
  return {
    keepNames: (people: readonly { id: number; name: string }[]): void => {
      for (const { id, name } of people) names.current.set(String(id), name);
    },
    nameOf: (id: string): string | undefined => {
      const name = names.current.get(id);
      if (name !== undefined) return name;
      for (const [, page] of queries.getQueriesData<PageOf<ListedPerson>>({ queryKey })) {
        const person = page?.items.find((one) => String(one.id) === id);
        if (!person) continue;
        names.current.set(id, person.name);
        return person.name;
      }
      return undefined;
    },
  };
}
