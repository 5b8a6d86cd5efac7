import { z } from 'zod';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** How many items a line should have allocated, as a total and never as an increment. */
export const setAllocationInput = z.object({ qty_allocated: z.int().nonnegative().max(100_000), version: z.int().optional() });
export type SetAllocationInput = z.infer<typeof setAllocationInput>;

/** The facts of a line on which its allocation depends, in items. */
export interface LineAllocationFacts {
  qty_requested: number;
  qty_cancelled: number;
  qty_allocated: number;
  qty_shipped: number;
  is_size_selected: boolean;
}

/** Items that still have to be shipped. */
export const remainingOf = (line: Omit<LineAllocationFacts, 'is_size_selected'>): number =>
  line.qty_requested - line.qty_cancelled - line.qty_shipped;

/** A line can have at most as many items allocated as are still to be shipped, and none before its size is chosen. */
export function checkAllocateLine(line: LineAllocationFacts, qty_allocated: number): Verdict {
  if (qty_allocated > 0 && !line.is_size_selected) return refuse('line_unsized', messages.allocation_unsized, 'qty_allocated');
  const most = remainingOf(line);
  return qty_allocated <= most ? allow : refuse('too_much', messages.allocation_too_much(most), 'qty_allocated');
}
