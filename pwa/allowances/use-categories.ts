import { useQuery } from '@tanstack/react-query';
import { readCategories } from '../api/catalogue.ts';
import type { Named } from './client.ts';

/** The categories of the catalogue; none until they have loaded. */
export function useCategories(): readonly Named[] {
  return useQuery({ queryKey: ['categories'], queryFn: ({ signal }) => readCategories(signal) }).data ?? [];
}
