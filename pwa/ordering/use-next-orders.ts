import { useLocation } from 'react-router';

/** The orders of a split that are to be sent after this one. Their uuids are in the address, so that a reload keeps them. */
export interface NextOrders {
  uuids: readonly string[];
  /** The same screen for the first of them, after which this order comes last; null if this order is the only one to send. */
  next: string | null;
  /** Where the screen leads once this order is sent: the first of them, else `listPath`. */
  afterSending: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The address of a screen of an order after which these orders of a split are to be sent. */
export const addressBefore = (path: string, uuids: readonly string[]): string => (uuids.length > 0 ? `${path}?then=${uuids.join(',')}` : path);

/** The orders of a split that are to be sent after the order `current`, whose screen this is. */
export function useNextOrders(current: string, listPath: string): NextOrders {
  const { pathname, search, hash } = useLocation();
  const uuids = (new URLSearchParams(search).get('then') ?? '').split(',').filter((one) => uuid.test(one) && one !== current);
  const [first, ...rest] = uuids;
  if (first === undefined) return { uuids, next: null, afterSending: listPath };
  const path = pathname.replace(current, first);
  // The details of an order are an overlay of its screen. The other overlays belong to one order.
  const overlay = hash === '#details' ? hash : '';
  return { uuids, next: addressBefore(path, [...rest, current]) + overlay, afterSending: addressBefore(path, rest) + overlay };
}
