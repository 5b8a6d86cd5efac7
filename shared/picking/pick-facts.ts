import type { Role } from '../roles.ts';
import type { PickState } from './pick-states.ts';

/** The facts of a pick that its rules depend on. */
export interface PickFacts {
  state: PickState;
  picker: { id: number; name: string } | null;
  is_frozen: boolean;
  /** Why a closed pick ended; only a server knows closed picks. */
  close_reason?: string | null;
}

/** The facts of a line that the rules of a pick depend on. */
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

/** Everything that was allocated is picked. */
export const isFullyPicked = (line: Pick<PickLineFacts, 'qty_picked' | 'qty_allocated'>): boolean => line.qty_picked >= line.qty_allocated;
