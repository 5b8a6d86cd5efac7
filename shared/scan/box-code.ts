import { dispatchNumber, dispatchOfNumber } from '../dispatch/dispatch-number.ts';

/** One box of a dispatch, as its label encodes it; `box` is null if the code names the dispatch alone. */
export interface BoxCode {
  dispatch_id: number;
  /** The number of this box among the dispatch's boxes, from 1. */
  box: number | null;
}

/** The code on the label of a box: the dispatch and the number of the box. */
export const boxCode = ({ dispatch_id, box }: { dispatch_id: number; box: number }): string => `${dispatchNumber(dispatch_id)}-${box}`;

/** The box or the dispatch that a code names; null if it is not a box code. */
export function boxOfCode(text: string): BoxCode | null {
  const whole = dispatchOfNumber(text);
  if (whole) return { dispatch_id: whole, box: null };
  const [, number, box] = /^(D-\d+)-([1-9]\d{0,3})$/i.exec(text) ?? [];
  const dispatch_id = number && dispatchOfNumber(number);
  return dispatch_id ? { dispatch_id, box: Number(box) } : null;
}
