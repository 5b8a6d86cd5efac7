import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import { Link } from 'react-router';
import type { AdminProductRoutes } from '../../server/catalogue/routes.ts';
import { type Lifecycle, lifecycleNotes } from '../../shared/catalogue/lifecycle.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import './lifecycle.css';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
/** How many products one request reads: the most of a page. */
const MAX_PRODUCTS = 100;

/** What is known of the future of the products of a page, by id, in one request. A product of which nothing is known yet is not in the map. */
export function useLifecycles(ids: readonly number[]): ReadonlyMap<number, Lifecycle> {
  const list = [...new Set(ids)].slice(0, MAX_PRODUCTS);
  const { data } = useQuery({
    queryKey: ['products', 'lifecycles', list],
    queryFn: async ({ signal }) => (await answer(products.lifecycles.$get({ query: { ids: list.join(',') } }, { init: { signal } }))).items,
    enabled: list.length > 0,
  });
  return new Map(data?.map((one) => [one.id, one]));
}

/** The future of a product in one line: waiting prices, its end, its successor, what comes and who waits. Nothing if nothing is known of it. */
export function LifecycleLine({ of }: { of: Lifecycle | undefined }) {
  const notes = of ? lifecycleNotes(of, new Date().toISOString()) : [];
  if (notes.length === 0) return null;
  return (
    <p className="small note lifecycle">
      {notes.map(({ text, to, isWarning }, place) => (
        <span key={text}>
          {place > 0 && ' · '}
          {to ? <Link to={to}>{text}</Link> : <span className={isWarning ? 't-warn' : undefined}>{text}</span>}
        </span>
      ))}
    </p>
  );
}

/** Whether `LifecycleLine` has anything to say of a product. */
export const hasLifecycle = (of: Lifecycle | undefined): boolean => of !== undefined && lifecycleNotes(of, new Date().toISOString()).length > 0;
