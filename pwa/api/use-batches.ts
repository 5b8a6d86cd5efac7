import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asApiError } from './api-error.ts';
import { type Once, once } from './transport.ts';

/** The result of one record. */
export interface BatchResult {
  id: string;
  /** The record's name for people, such as an order number. */
  name: string;
  is_done: boolean;
  message: string;
}

export interface Batches {
  state: 'asking' | 'running' | 'ended';
  /** How many records there are altogether. */
  total: number;
  results: readonly BatchResult[];
  /** Why the batches ended early; null if they did not. */
  fault: string | null;
  start: () => void;
  /** Stops after the batch that is being sent. */
  stop: () => void;
}

interface BatchesOptions<Item> {
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** How many items are sent in one request. */
  size: number;
  send: (items: Item[], options: Once) => Promise<readonly BatchResult[]>;
  refresh: readonly QueryKey[];
}

/** Performs the same action on many records, in batches. If it is started again, it repeats the action only for the records that were not done. */
export function useBatches<Item>({ items, idOf, size, send, refresh }: BatchesOptions<Item>): Batches {
  const queries = useQueryClient();
  const [state, setState] = useState<Batches['state']>('asking');
  const [results, setResults] = useState<readonly BatchResult[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const isStopped = useRef(false);
  const isRunning = useRef(false);

  const run = async (): Promise<void> => {
    // A double click calls this twice.
    if (isRunning.current) return;
    isRunning.current = true;
    const done = new Map(results.filter(({ is_done }) => is_done).map((result) => [result.id, result]));
    const rest = items.filter((item) => !done.has(idOf(item)));
    setResults([...done.values()]);
    setFault(null);
    setState('running');
    isStopped.current = false;
    for (let from = 0; from < rest.length && !isStopped.current; from += size) {
      try {
        const sent = await send(rest.slice(from, from + size), once());
        setResults((before) => [...before, ...sent]);
      } catch (error) {
        setFault(asApiError(error).message);
        break;
      }
    }
    isRunning.current = false;
    setState('ended');
    for (const queryKey of refresh) void queries.invalidateQueries({ queryKey });
  };
  return {
    state,
    total: items.length,
    results,
    fault,
    start: () => void run(),
    stop: () => {
      isStopped.current = true;
    },
  };
}
