import type { ConflictCode } from '../codes.ts';
import type { OutcomeKind } from './wire.ts';

/** Every code an outcome can carry, with its kind. */
export const outcomeCodes = {
  DOUBLE_PICKED: 'conflict',
  LINE_CHANGED: 'conflict',
  CLAIMED: 'conflict',
  PRODUCT_CHANGED: 'conflict',
  OVER_ALLOCATED: 'conflict',
  AFTER: 'conflict',
  DIGEST: 'conflict',
  NOT_PICKER: 'rejected',
  PICK_CLOSED: 'rejected',
  ORDER_CANCELLED: 'rejected',
  ORDER_FROZEN: 'rejected',
  ALREADY_SHIPPED: 'rejected',
  BOOKING_IN_FLIGHT: 'rejected',
  NOT_READY: 'rejected',
  NOT_PICKING: 'rejected',
  REASON_REQUIRED: 'rejected',
  RECEIPT_REVERSED: 'rejected',
  COLLECTION_CLOSED: 'rejected',
  NOT_EXPECTED: 'rejected',
  NOT_FREE: 'rejected',
  NOT_SENT_OUT: 'rejected',
  NOT_WAITING: 'rejected',
  TOTE_TAKEN: 'rejected',
  NOT_ALLOWED: 'rejected',
  ACTOR_UNKNOWN: 'rejected',
  ACTOR_DISABLED: 'rejected',
  INVALID: 'rejected',
  M_REUSED: 'rejected',
  INTERNAL: 'rejected',
} as const satisfies Record<string, OutcomeKind>;
export type OutcomeCode = keyof typeof outcomeCodes;

/** The outcome of a mutation, and why. */
export interface Judgement {
  outcome: OutcomeKind;
  code: OutcomeCode | null;
}

export const applied: Judgement = { outcome: 'applied', code: null };
export const noop: Judgement = { outcome: 'noop', code: null };
/** The outcome of a mutation that is not applied. The code decides whether a person has to choose (conflict) or only reads the reason (rejected). */
export const refuseWith = (code: OutcomeCode): Judgement => ({ outcome: outcomeCodes[code], code });

const codeOfRefusal: Partial<Record<ConflictCode, OutcomeCode>> = {
  already_claimed: 'CLAIMED',
  already_dispatched: 'ALREADY_SHIPPED',
  already_picked: 'PICK_CLOSED',
  booking_in_flight: 'BOOKING_IN_FLIGHT',
  collection_closed: 'COLLECTION_CLOSED',
  insufficient_stock: 'NOT_FREE',
  not_picked: 'NOT_READY',
  not_sent_out: 'NOT_SENT_OUT',
  not_waiting: 'NOT_WAITING',
  not_picker: 'NOT_PICKER',
  not_picking: 'NOT_PICKING',
  pick_paused: 'NOT_PICKING',
  order_cancelled: 'ORDER_CANCELLED',
  order_frozen: 'ORDER_FROZEN',
  order_picked: 'PICK_CLOSED',
  order_ready: 'NOT_READY',
  order_shipped: 'ALREADY_SHIPPED',
  pick_closed: 'PICK_CLOSED',
  product_changed: 'PRODUCT_CHANGED',
  receipt_reversed: 'RECEIPT_REVERSED',
  tote_taken: 'TOTE_TAKEN',
};

const codeOfFault: Record<string, OutcomeCode> = {
  over_pick: 'OVER_ALLOCATED',
  reason_required: 'REASON_REQUIRED',
  more_than_expected: 'NOT_EXPECTED',
};

/** The outcome of a mutation that a shared rule has refused. */
export const outcomeOfRefusal = (refusal: { code: string }): Judgement =>
  refuseWith(codeOfRefusal[refusal.code as ConflictCode] ?? codeOfFault[refusal.code] ?? 'INVALID');

/** True for an outcome that stays visible until somebody resolves it. */
export const isRefused = (outcome: OutcomeKind): boolean => outcome === 'conflict' || outcome === 'rejected';

/** True for a refusal because somebody else picks the order. */
export const isClaim = (code: string | null): boolean => code === 'CLAIMED' || code === 'NOT_PICKER';

/** True for a refusal because an order was picked twice. All such refusals of one order and tablet are decided together. */
export const isPickedTwice = (code: string | null): boolean => isClaim(code) || code === 'DOUBLE_PICKED' || code === 'LINE_CHANGED';

/** True for a refusal because the office has closed the pick: no choice reopens the pick, and the items go to the shelf. */
export const isOver = (code: string | null): boolean => code === 'PICK_CLOSED' || code === 'ORDER_CANCELLED';
