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

/** The fields in which a choice differs from the line, with the line's version. With `isSizeOnly`, which is for submitted lines, only the size. */
export function lineChange(line: Line, chosen: ChosenLine, isSizeOnly: boolean) {
  const { product_id, isUnsized, variation_colour, quantity, decoration, notes, role } = chosen;
  return {
    ...((product_id !== line.product_id || variation_colour !== line.variation_colour) && {
      product_id,
      is_size_selected: !isUnsized,
      ...(isUnsized && { variation_colour }),
    }),
    ...(!isSizeOnly && quantity !== line.qty_requested && { qty_requested: quantity }),
    ...(!isSizeOnly && notes !== (line.notes ?? '') && { notes }),
    ...(!isSizeOnly && decoration !== (line.decoration ?? '') && { decoration }),
    ...(!isSizeOnly && role && Number(role) !== line.budget_employee_role_id && { budget: Number(role) }),
    version: line.version,
  };
}
