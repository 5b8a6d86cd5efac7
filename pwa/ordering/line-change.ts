import type { Line } from './client.ts';

/** A person's choice for a line of an order. */
export interface ChosenLine {
  product_id: number;
  /** True if the size is left to the wearer. */
  isUnsized: boolean;
  /** The colour of a line without a size; null for a line with a size. */
  variation_colour: string | null;
  quantity: number;
  decoration: string;
  notes: string;
  /** The id of the role whose budget is charged; empty for the usual role. */
  role: string;
}

/** The parts of a line that may change: all of a draft; the size, or the size and the quantity, of a submitted line. */
export type ChangedParts = 'all' | 'size' | 'size_and_quantity';

/** The fields in which a choice differs from the line, with the line's version. */
export function lineChange(line: Line, chosen: ChosenLine, parts: ChangedParts) {
  const { product_id, isUnsized, variation_colour, quantity, decoration, notes, role } = chosen;
  return {
    ...((product_id !== line.product_id || variation_colour !== line.variation_colour) && {
      product_id,
      is_size_selected: !isUnsized,
      ...(isUnsized && { variation_colour }),
    }),
    ...(parts !== 'size' && quantity !== line.qty_requested && { qty_requested: quantity }),
    ...(parts === 'all' && notes !== (line.notes ?? '') && { notes }),
    ...(parts === 'all' && decoration !== (line.decoration ?? '') && { decoration }),
    ...(parts === 'all' && role && Number(role) !== line.budget_employee_role_id && { budget: Number(role) }),
    version: line.version,
  };
}
