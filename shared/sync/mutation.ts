import type { FloorActor } from '../picking/pick-facts.ts';
import type { Verdict } from '../verdict.ts';
import type { SyncRows } from './floor.ts';
import type { MutationText, Names } from './mutation-text.ts';
import type { Overlay } from './overlay.ts';
import type { PickLineRow } from './rows.ts';

/** Who made a mutation, and when by the tablet's clock. */
export interface MutationAuthor {
  actor: { id: number; name: string };
  at: string;
}

/**
 * Everything that tablet and server share about one kind of mutation, except the schema of its arguments. The schema is a separate constant, because
 * a tablet does not load zod.
 */
export interface Mutation<Args> {
  /** Incremented when the arguments change and older tablets cannot send the new ones; the server then has an upcaster for the old version. */
  version: number;
  /** Applies the server's own rules on the tablet. `rows` are the server's rows with the effects of the mutations that still wait. */
  check: (rows: SyncRows, args: Args, actor: FloorActor) => Verdict;
  /** The effect that screens show until the server has answered. A record that does not exist is ignored. */
  apply: (overlay: Overlay, args: Args, author: MutationAuthor) => void;
  /** The lines whose versions are sent as the base of the mutation; left out if the mutation has no base. */
  baseLines?: (rows: SyncRows, args: Args) => readonly PickLineRow[];
  /** The text that says what the person did, with the names of the records that it is about. */
  describe: (names: Names, args: Args) => MutationText;
  /** The text if only the mutation's name is still known. */
  title: string;
}
