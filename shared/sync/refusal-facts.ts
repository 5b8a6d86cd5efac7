/** What an outcome records of the server's state when an action was refused: enough for a person to decide, on a tablet and in the office. */

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
  /** When the office closed it; null where it did not. */
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
    /** All items on this tablet's trolley for the line, by all its records, and how many of them the line does not count. */
    qty_held?: number;
    qty_to_return?: number;
    code: string | null;
    picked_by: Person;
    picked_at: string;
    device: string;
    device_name: string | null;
  };
}

/** The recorded part of a line: null where the line was not there. */
export interface SeenPart {
  product_id: number;
  qty_picked: number;
  code: string | null;
}

/** A line that differs from what the person saw when they completed something. */
export interface LineDifference {
  pick_line_id: number;
  garment: GarmentFacts | null;
  /** The line's present product, where the person saw another one. */
  garment_now?: GarmentFacts | null;
  seen: SeenPart | null;
  now: SeenPart | null;
}

/** What the person completed, and the present state of it. */
export interface DigestFacts extends Partial<PickFacts> {
  digest: string;
  seen: string;
  differences: LineDifference[];
}

type ServerFacts = Record<string, unknown> | null | undefined;

/** The two sides of a line, where the outcome is about a line. */
export const lineFactsOf = (server: ServerFacts): LineFacts | null =>
  server && 'mine' in server && 'qty_allocated' in server ? (server as never) : null;

/** The pick, where the outcome is about one. */
export const pickFactsOf = (server: ServerFacts): PickFacts | null =>
  server && 'state' in server && 'order_number' in server ? (server as never) : null;

/** The lines that differ, where the lines had changed when something was completed. */
export const digestFactsOf = (server: ServerFacts): DigestFacts | null =>
  server && Array.isArray(server.differences) && typeof server.digest === 'string' ? (server as never) : null;

/** The items of a line that does not exist, where a record was refused because of that. */
export const itemsOf = (server: ServerFacts): (GarmentFacts & { qty: number }) | null => (server?.items as never) ?? null;

/** The rule's message, where it gave one. */
export const messageOf = (server: ServerFacts): string | null => (typeof server?.message === 'string' ? server.message : null);
