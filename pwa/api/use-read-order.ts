import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from './order-changes.ts';

/** A change counts as read after it has been on the screen for this many milliseconds. */
const READ_AFTER = 3000;
const LOOK_EVERY = 250;

/** Whether a dialog or a panel covers the screen. */
const isBehindDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * The order as the person has read it, which is the version that they submit. Changes from this tab count as read at once. Other changes do not
 * count if they arrive just before the person presses the button, or while a form (`isCovered`) or a question is in front of the order.
 */
export function useReadOrder(order: Order, isCovered = false): RefObject<Order> {
  const read = useRef(order);
  useEffect(() => {
    if (order.own_since !== null && order.own_since <= read.current.version) read.current = order;
    if (isCovered) return;
    let seenFor = 0;
    const timer = setInterval(() => {
      seenFor = isBehindDialog() ? 0 : seenFor + LOOK_EVERY;
      if (seenFor < READ_AFTER) return;
      read.current = order;
      clearInterval(timer);
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [order, isCovered]);
  return read;
}
