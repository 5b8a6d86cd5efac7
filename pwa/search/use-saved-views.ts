import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { savedViewsQuery, viewPath } from '../api/saved-view-client.ts';
import type { Hit } from './hit.ts';

const listWords = { orders: 'Orders', products: 'Products', purchase_orders: 'Purchase orders' } as const;

/** The person's saved views of lists as rows of the palette; none until they are read, or if they cannot be read. */
export function useSavedViews(): readonly Hit[] {
  const [views, setViews] = useState<readonly Hit[]>([]);
  useEffect(() => {
    let isGone = false;
    queryClient.fetchQuery(savedViewsQuery).then(
      ({ items }) => {
        if (isGone) return;
        setViews(
          items.map((view) => ({
            key: `view-${view.id}`,
            icon: 'star',
            name: view.name,
            note: `View of ${listWords[view.list]}`,
            to: viewPath(view),
          })),
        );
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return views;
}
