/** The part of the server's state that an outcome records when an action is refused: enough for a person on a tablet or in the office to decide. */

export interface GarmentFacts {
  product_id: number;
  sku: string | null;
  product_name: string | null;
  variation_colour: string | null;
  colour_hex: string | null;
  size: string | null;
  bin: string | null;
}

interface Person {
  id: number;
  name: string | null;
}

/** The pick whose state prevented an action. */
export interface PickFacts {
  order_number: string;
  state: string;
  picker: Person | null;
  is_frozen: boolean;
  frozen_reason: string | null;
  /** When the office closed the pick; null if it did not. */
  ended_at: string | null;
  /** The rule's own message. */
  message?: string;
}

/** A line that two people recorded differently: the stored facts and, in `mine`, the refused ones. */
export interface LineFacts extends PickFacts, GarmentFacts {
  pick_line_id: number;
  wearer: string | null;
  qty_allocated: number;
  qty_picked: number;
  code: string | null;
  picked_by: Person | null;
  picked_at: string | null;
  picked_device: string | null;
  picked_device_name: string | null;
  fact_version: number;
  mine: GarmentFacts & {
    qty_picked: number;
    /** All items of the line that are on this tablet's trolley according to the tablet; `qty_to_return` of them are not counted in the line. */
    qty_held?: number;
    qty_to_return?: number;
    code: string | null;
    picked_by: Person;
    picked_at: string;
    device: string;
    device_name: string | null;
  };
}

/** The recorded part of a line; null if the line did not exist. */
export interface SeenPart {
  product_id: number;
  qty_picked: number;
  code: string | null;
}

/** A line that differs from what the person saw when they completed something. */
export interface LineDifference {
  pick_line_id: number;
  garment: GarmentFacts | null;
  /** The line's present product, if the person saw another one. */
  garment_now?: GarmentFacts | null;
  seen: SeenPart | null;
  now: SeenPart | null;
}

/** The lines that a person completed, and the present state of the pick. */
export interface DigestFacts extends Partial<PickFacts> {
  digest: string;
  seen: string;
  differences: LineDifference[];
}

type ServerFacts = Record<string, unknown> | null | undefined;

/** The stored and the refused facts of a line, if the outcome is about a line. */
export const lineFactsOf = (server: ServerFacts): LineFacts | null =>
  server && 'mine' in server && 'qty_allocated' in server ? (server as never) : null;

/** The pick, if the outcome is about a pick. */
export const pickFactsOf = (server: ServerFacts): PickFacts | null =>
  server && 'state' in server && 'order_number' in server ? (server as never) : null;

/** The lines that differ, if the completion of a pick, prep or dispatch was refused because lines had changed; otherwise null. */
export const digestFactsOf = (server: ServerFacts): DigestFacts | null =>
  server && Array.isArray(server.differences) && typeof server.digest === 'string' ? (server as never) : null;

/** The recorded items, if the record was refused because its line does not exist. */
export const itemsOf = (server: ServerFacts): (GarmentFacts & { qty: number }) | null => (server?.items as never) ?? null;

/** The rule's message, if the outcome has one. */
export const messageOf = (server: ServerFacts): string | null => (typeof server?.message === 'string' ? server.message : null);
