import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GraphName } from '../../shared/dashboards/graphs.ts';
import type { Timeframe } from '../../shared/dashboards/timeframe.ts';
import { type Narrowed, readGraph } from './client.ts';

/** Reads a graph of the homepage. The previous graph is returned until the next one has loaded. */
export const useGraph = (name: GraphName, query: Narrowed & { timeframe: Timeframe }, enabled = true) =>
  useQuery({
    queryKey: ['dashboard', name, query],
    queryFn: ({ signal }) => readGraph(name, query, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
