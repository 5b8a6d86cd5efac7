import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from './order-changes.ts';

/** Milliseconds for which a change has to be on the screen before it counts as read. */
const READ_AFTER = 3000;
const LOOK_EVERY = 250;

/** Whether a question, a dialog or a panel is in front of the screen. */
const isBehindDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * The order as the person has read it, which is the version that they submit. A change that arrives just before they press the button does not count
 * as read, nor does one that arrives while a form (`isCovered`) or a question is in front of the order. Changes from this tab itself count as read.
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
