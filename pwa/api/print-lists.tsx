import { useEffect, useRef, useState } from 'react';
import { pickingListsUrl } from '../../shared/documents/document-urls.ts';
import { limits } from '../../shared/limits.ts';
import { formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';

interface PrintListsProps {
  /** The ids of the orders whose picking lists are printed, in this sequence. */
  orders: readonly number[];
  isPrimary: boolean;
  /** Has the focus as soon as it is there. */
  hasFocus?: boolean;
}

/**
 * The link that opens the picking lists of many orders as one document to print. Beyond the limit of one document, each press opens the next lists.
 */
export function PrintLists({ orders, isPrimary, hasFocus = false }: PrintListsProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (hasFocus) link.current?.focus();
  }, [hasFocus]);
  const [from, setFrom] = useState(0);
  const begin = from < orders.length ? from : 0;
  const part = orders.slice(begin, begin + limits.picking_lists);
  if (part.length === 0) return null;
  const range = `${formatCount(begin + 1)} to ${formatCount(begin + part.length)} of ${formatCount(orders.length)} picking lists`;
  const text = orders.length === 1 ? 'picking list' : part.length === orders.length ? `${formatCount(part.length)} picking lists` : range;
  return (
    <a
      ref={link}
      className={isPrimary ? 'btn primary' : 'btn'}
      href={pickingListsUrl(part)}
      target="_blank"
      rel="noreferrer"
      onClick={() => setFrom(begin + part.length)}
    >
      <Icon name="print" />
      Print {text}
    </a>
  );
}
