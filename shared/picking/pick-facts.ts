import type { Role } from '../roles.ts';
import type { PickState } from './pick-states.ts';

/** The facts of a pick on which its rules decide. */
export interface PickFacts {
  state: PickState;
  picker: { id: number; name: string } | null;
  is_frozen: boolean;
  /** The reason for which a pick was closed; only the server has closed picks. */
  close_reason?: string | null;
}

/** The facts of a line on which the rules of a pick decide. */
export interface PickLineFacts {
  product_id: number;
  qty_allocated: number;
  qty_picked: number;
  code: string | null;
  other_reason: string | null;
}

/** The person who uses the tablet. */
export interface FloorActor {
  id: number;
  role: Role;
}

/** Whether all allocated items of the line are picked. */
export const isFullyPicked = (line: Pick<PickLineFacts, 'qty_picked' | 'qty_allocated'>): boolean => line.qty_picked >= line.qty_allocated;
