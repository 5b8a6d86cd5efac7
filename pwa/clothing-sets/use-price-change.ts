import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SetProduct, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import type { Once } from '../api/transport.ts';
import { useWrite } from '../api/use-write.ts';
import { formatMoney, formatPrices } from '../ui/money.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { saveSetProduct } from './client.ts';
import { refreshSets } from './refresh.ts';

/** A price that somebody else has changed while it was edited here. */
export interface StalePrice {
  id: number;
  /** Pence, as they were typed here. */
  price: number | null;
  name: string;
  /** The price that they have set, as a sentence. */
  theirs: string;
  mine: string;
  saveMine: () => void;
}

interface PriceChange {
  /** The product as it was on the screen when its price was begun. */
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
 * Saves prices in a set, one after the other. Where somebody else has changed something else of the product meanwhile, the price is
 * saved all the same; where they have changed its price, `stale` says so and nothing is lost.
 */
export function usePriceChange(setId: number) {
  const queries = useQueryClient();
  const [stales, setStales] = useState<readonly StalePrice[]>([]);
  const [unsents, setUnsents] = useState<readonly PriceChange[]>([]);
  const forget = (id: number): void => {
    setStales((before) => before.filter((one) => one.id !== id));
    setUnsents((before) => before.filter(({ base }) => base.id !== id));
  };
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** The products as this screen has saved them last: a change that was typed meanwhile is based on them. */
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
      forget(saved.id);
    },
    onRefused: (error, { base, price }) => {
      forget(base.id);
      if (error.status === 0) {
        setUnsents((before) => [...before, { base, price }]);
        return true;
      }
      if (error.code !== 'stale_version' || !error.current) return false;
      const current = error.current as SetProductDetails;
      keep(current);
      const again = (): void => void change({ base: current, price });
      if (hasSamePrice(base, current)) again();
      else
        setStales((before) => [
          ...before.filter(({ id }) => id !== current.id),
          { id: current.id, price, name: current.name, theirs: theirPrice(current), mine: priceText(price), saveMine: again },
        ]);
      return true;
    },
  });
  const change = ({ base, price }: PriceChange): Promise<unknown> => {
    const save = (): Promise<unknown> => {
      const last = own.current.get(base.id);
      return put.write({ price, base: last && last.version > base.version ? last : base });
    };
    turn.current = turn.current.then(save);
    return turn.current;
  };
  return {
    change,
    /** A typed price that is not stored. Either it could not be sent, and `again` sends it once more, or somebody else has set another price. */
    keptIn: (id: number) => {
      const unsent = unsents.find(({ base }) => base.id === id);
      const unsentPrice = unsent ?? stales.find((one) => one.id === id);
      return unsentPrice && { price: unsentPrice.price, again: unsent ? () => change(unsent) : null, giveUp: () => forget(id) };
    },
    /** The first conflict that is not settled. */
    stale: stales[0] ?? null,
    settle: () => setStales((before) => before.slice(1)),
  };
}
