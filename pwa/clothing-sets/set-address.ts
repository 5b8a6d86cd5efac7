import { useLocation } from 'react-router';

/** The ids in the address: of the set on the screen, and of the product that is open. */
interface SetView {
  clothing_set_id?: number | undefined;
  product?: number | undefined;
}

const idOf = (text: string | null): number | undefined => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** The set and product of the current address, and the address of the same set with another product open. */
export function useSetView(): SetView & { withProduct: (id: number | null) => string } {
  const { pathname, hash } = useLocation();
  const params = new URLSearchParams(hash.slice(1));
  return {
    clothing_set_id: idOf(params.get('clothing_set_id')),
    product: idOf(params.get('product')),
    withProduct: (id) => {
      const next = new URLSearchParams(hash.slice(1));
      if (id === null) next.delete('product');
      else next.set('product', String(id));
      return `${pathname}${next.size > 0 ? `#${next}` : ''}`;
    },
  };
}

/** The address of a client company's catalogue. If `setId` is not null, the catalogue shows this set. */
export const setAddress = (accountId: string | number, setId: number | null): string =>
  `/admin/accounts/${accountId}/catalogue${setId === null ? '' : `#clothing_set_id=${setId}`}`;
