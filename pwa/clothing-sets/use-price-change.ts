import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SetProduct, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import type { Once } from '../api/transport.ts';
import { useKeptValues } from '../api/use-kept-values.ts';
import { useTurns } from '../api/use-turns.ts';
import { useWrite } from '../api/use-write.ts';
import { formatMoney, formatPrices } from '../ui/money.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { saveSetProduct } from './client.ts';
import { refreshSets } from './refresh.ts';

/** A price that was edited on this screen and that somebody else has changed meanwhile. */
export interface StalePrice {
  /** The id of the product. */
  field: string;
  /** The price that was typed here, in pence; null is the product's own price. */
  value: number | null;
  name: string;
  /** The other person's price, as a sentence. */
  theirs: string;
  mine: string;
  saveMine: () => void;
}

interface PriceChange {
  /** The product that was on the screen when the edit of its price began. */
  base: SetProduct;
  /** Pence; null is the product's own price. */
  price: number | null;
}

const priceText = (price: number | null): string => (price === null ? 'the product’s own price' : formatMoney(price));
const theirPrice = ({ terms, set_price_from, set_price_to }: SetProduct): string =>
  terms.is_price_mixed ? `It has prices by SKU now: ${formatPrices([set_price_from, set_price_to])}.` : `It is ${priceText(terms.price)} now.`;
const hasSamePrice = (one: SetProduct, other: SetProduct): boolean =>
  one.terms.price === other.terms.price && one.terms.is_price_mixed === other.terms.is_price_mixed;

/**
 * Saves prices in a set, one after the other. If somebody else has changed the price meanwhile, `stale` says so and the typed price
 * is not lost. A change of another field of the product does not prevent the save.
 */
export function usePriceChange(setId: number) {
  const queries = useQueryClient();
  const kept = useKeptValues<number | null, StalePrice>();
  const inTurn = useTurns();
  /** The products as this screen last saved them. A price that was typed during a save is based on the saved product. */
  const own = useRef(new Map<number, SetProduct>());
  const keep = (product: SetProductDetails): void => {
    const { children: _, description: __, ...item } = product;
    queries.setQueriesData<PageOf<SetProduct>>(
      { queryKey: ['clothing-sets', 'products', setId] },
      (page) => page && { ...page, items: page.items.map((one) => (one.id === item.id ? item : one)) },
    );
  };
  const put = useWrite({
    send: ({ base, price }: PriceChange, options: Once) => saveSetProduct(setId, base.id)({ price, version: base.version }, options),
    refresh: refreshSets,
    onSaved: (saved) => {
      own.current.set(saved.id, saved);
      keep(saved);
      kept.forget(String(saved.id));
    },
    onRefused: (error, { base, price }) => {
      const field = String(base.id);
      kept.forget(field);
      if (error.status === 0) {
        kept.addUnsent({ field, value: price, again: () => change({ base, price }) });
        return true;
      }
      if (error.code !== 'stale_version' || !error.current) return false;
      const current = error.current as SetProductDetails;
      keep(current);
      const again = (): void => void change({ base: current, price });
      if (hasSamePrice(base, current)) again();
      else kept.addStale({ field, value: price, name: current.name, theirs: theirPrice(current), mine: priceText(price), saveMine: again });
      return true;
    },
  });
  const change = ({ base, price }: PriceChange): Promise<unknown> =>
    inTurn(() => {
      const last = own.current.get(base.id);
      return put.write({ price, base: last && last.version > base.version ? last : base });
    });
  return {
    change,
    stale: kept.stale,
    settle: kept.settle,
    /** A typed price that is not stored. Either it could not be sent, and `again` sends it once more, or somebody else has set another price. */
    keptIn: (id: number) => kept.keptIn(String(id)),
  };
}
