import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useOrderNews } from '../api/order-news.ts';
import { readDay } from './client.ts';

/** The shortest time between two reads because of news, in milliseconds: a busy floor changes orders every second. */
const FOLLOW_EVERY = 5_000;
/** The time after which the board is read without news, in milliseconds: returns, counts, tablets and mail are not announced. */
const READ_EVERY = 60_000;

/** The day board. It follows the news of orders, and is read again every minute while the page is visible. */
export function useDay() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ['day', 'board'], queryFn: ({ signal }) => readDay(signal), refetchInterval: READ_EVERY });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAt = useRef(0);
  useOrderNews(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        readAt.current = Date.now();
        void queries.invalidateQueries({ queryKey: ['day'] });
      },
      Math.max(0, readAt.current + FOLLOW_EVERY - Date.now()),
    );
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return query;
}
