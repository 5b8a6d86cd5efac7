import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { stringQuery } from '../api/string-query.ts';
import { movePlace, rememberView } from '../ui/list-memory.ts';
import { keepSequence, lastSequence, type Neighbours, neighboursIn, sequenceOf } from '../ui/list-sequence.ts';
import { toast } from '../ui/toast.ts';
import { listOrders, readOrder } from './client.ts';

const LIST = '/admin/orders';
const pathOf = (uuid: string): string => `${LIST}/${uuid}/edit`;

export interface OrderNeighbours extends Pick<Neighbours, 'place' | 'total'> {
  /** Opens the neighbour; undefined if there is none. */
  openPrevious: (() => void) | undefined;
  openNext: (() => void) | undefined;
  busy: boolean;
}

/**
 * The orders before and after an order in the list from which it was opened, with the list's search, filters and order as they were left; null if the
 * order was opened from elsewhere. Going back then leads to the row of the order that is shown.
 */
export function useNeighbours(uuid: string): OrderNeighbours | null {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const found = useMemo(() => {
    const sequence = lastSequence(LIST);
    const neighbours = sequence && neighboursIn(sequence, uuid);
    return neighbours && { sequence, neighbours };
  }, [uuid]);
  const next = found?.neighbours.next;
  const address = found?.sequence.address;
  useEffect(() => {
    if (address !== undefined) rememberView(LIST, address);
  }, [address]);
  // The next order is read ahead, so that it shows at once.
  useEffect(() => {
    if (next && 'id' in next) void queries.prefetchQuery({ queryKey: ['orders', next.id], queryFn: () => readOrder(next.id) });
  }, [queries, next]);
  if (!found) return null;
  const { sequence, neighbours } = found;

  const open = (id: string, page: number): void => {
    movePlace(LIST, id, page);
    void navigate(pathOf(id), { replace: true });
  };
  const openOnPage = async (page: number, side: 'first' | 'last'): Promise<void> => {
    setBusy(true);
    try {
      const query = { ...sequence.query, page, per_page: sequence.per_page };
      const read = sequenceOf(await listOrders(stringQuery(query)), (order) => order.uuid, query, sequence.address);
      // Meanwhile the order itself may have moved to the other page.
      const ids = read.ids.filter((id) => !sequence.ids.includes(id));
      const id = side === 'first' ? ids[0] : ids.at(-1);
      if (id === undefined) toast('The list has changed, and has no further order.');
      else {
        keepSequence(LIST, read);
        open(id, page);
      }
    } catch {
      toast('The next page of the list did not load. Try again.', { tone: 'wrong' });
    } finally {
      setBusy(false);
    }
  };
  const opens = (neighbour: Neighbours['next'], side: 'first' | 'last'): (() => void) | undefined => {
    if (!neighbour || busy) return undefined;
    return () => ('id' in neighbour ? open(neighbour.id, sequence.page) : void openOnPage(neighbour.page, side));
  };
  return {
    place: neighbours.place,
    total: neighbours.total,
    openPrevious: opens(neighbours.previous, 'last'),
    openNext: opens(neighbours.next, 'first'),
    busy,
  };
}
