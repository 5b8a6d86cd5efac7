/** What an outcome tells of the world as it was when an action was refused: enough to choose by, on a tablet and in the office. */

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

/** A round that did not do as somebody wanted. */
export interface PickFacts {
  order_number: string;
  state: string;
  picker: Person | null;
  is_frozen: boolean;
  frozen_reason: string | null;
  /** When the office closed it, where it did. */
  ended_at: string | null;
  /** The rule's own words. */
  message?: string;
}

/** A line that two people see differently: what stands, and what was to be recorded. */
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
  mine: GarmentFacts & { qty_picked: number; code: string | null; picked_by: Person; picked_at: string; device: string; device_name: string | null };
}

/** The part of a line that was completed: null where the line was not there. */
export interface SeenPart {
  product_id: number;
  qty_picked: number;
  code: string | null;
}

/** A line that is not as it was when something was completed. */
export interface LineDifference {
  pick_line_id: number;
  garment: GarmentFacts | null;
  /** What the line is for now, where that is another product than was seen. */
  garment_now?: GarmentFacts | null;
  seen: SeenPart | null;
  now: SeenPart | null;
}

/** What was completed, and what it would be now. */
export interface DigestFacts extends Partial<PickFacts> {
  digest: string;
  seen: string;
  differences: LineDifference[];
}

type ServerFacts = Record<string, unknown> | null | undefined;

/** The two sides of a line, where the outcome is about one. */
export const lineFactsOf = (server: ServerFacts): LineFacts | null =>
  server && 'mine' in server && 'qty_allocated' in server ? (server as never) : null;

/** The round, where the outcome tells of one. */
export const pickFactsOf = (server: ServerFacts): PickFacts | null =>
  server && 'state' in server && 'order_number' in server ? (server as never) : null;

/** The lines that differ, where something was completed that had changed. */
export const digestFactsOf = (server: ServerFacts): DigestFacts | null =>
  server && Array.isArray(server.differences) && typeof server.digest === 'string' ? (server as never) : null;

/** What a rule said, where it said anything. */
export const messageOf = (server: ServerFacts): string | null => (typeof server?.message === 'string' ? server.message : null);
