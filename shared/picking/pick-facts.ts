import type { PickState } from '../ordering/progress.ts';
import type { Role } from '../roles.ts';

/** What the rules of a pick need to know of the round. */
export interface PickFacts {
  state: PickState;
  picker: { id: number; name: string } | null;
  is_frozen: boolean;
  /** Why a closed round ended; only a server knows closed rounds. */
  close_reason?: string | null;
}

/** What the rules of a pick need to know of a line. */
export interface PickLineFacts {
  product_id: number;
  qty_allocated: number;
  qty_picked: number;
  code: string | null;
  other_reason: string | null;
}

/** Who is holding the tablet. */
export interface FloorActor {
  id: number;
  role: Role;
}

/** Everything that was allocated is picked. */
export const isFullyPicked = (line: Pick<PickLineFacts, 'qty_picked' | 'qty_allocated'>): boolean => line.qty_picked >= line.qty_allocated;
