import { useQuery } from '@tanstack/react-query';
import { type Named, readCategoriesOf } from './client.ts';

/** The categories of what a client company orders; none until they have loaded. */
export function useCategories(company: string): readonly Named[] {
  return useQuery({ queryKey: ['allowances', 'categories', company], queryFn: ({ signal }) => readCategoriesOf(company, signal) }).data ?? [];
}
