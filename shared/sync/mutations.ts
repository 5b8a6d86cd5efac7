import { z } from 'zod';
import { address } from '../address.ts';
import { carrierNumber, contactEmail, totalItems, totalWeight } from '../dispatch/box-input.ts';
import { limits } from '../limits.ts';

/**
 * Every mutation that a tablet can send. Each name has a version: a change of its arguments that older tablets could not have sent
 * raises the version, and the server keeps an upcaster for the old one.
 */

const id = z.int().positive();
const digest = z.string().max(200_000);
const ofPick = z.object({ pick_id: id });

/** The items picked, absolute; never an increment. */
export const recordLine = z.object({
  pick_id: id,
  pick_line_id: id,
  product_id: id,
  qty_picked: z.int().nonnegative().max(100_000),
  code: z.string().max(60).nullable(),
  other_reason: z.string().trim().max(500).nullable(),
});

export const completePick = ofPick.extend({ digest });
export const assignTote = ofPick.extend({ tote: z.string().trim().max(40).nullable() });
export const tickPrepLine = z.object({ pick_id: id, pick_line_id: id, ticked: z.boolean() });

const dispatchOrder = z.object({
  uuid: z.uuid(),
  service_key: z.string().max(40),
  total_weight: totalWeight,
  total_items: totalItems,
  mark_as_shipped: z.boolean().optional(),
});
export type DispatchOrder = z.infer<typeof dispatchOrder>;

/** The body of the REST route, and the digest of the lines of all its orders. */
export const requestDispatch = z.object({ orders: z.array(dispatchOrder).min(1).max(limits.dispatched_orders), consolidated: z.boolean(), digest });

/** Only the fields that are sent change. */
export const editDispatch = z.object({
  dispatch_id: id,
  service_key: z.string().max(40).optional(),
  total_weight: totalWeight.optional(),
  total_items: totalItems.optional(),
  mark_as_shipped: z.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: z.string().trim().max(120).nullish(),
  contact_email: contactEmail,
  contact_phone: z.string().trim().max(64).nullish(),
});

export const setTracking = z.object({
  dispatch_id: id,
  tracking_number: carrierNumber.min(1),
  consignment_number: carrierNumber.nullable(),
});

/** `qty` is what the shelf seems to hold; null where nobody counted. */
export const requestCount = z.object({ product_id: id, pick_line_id: id.nullable(), qty: z.int().nonnegative().max(1_000_000).nullable() });

export const requestPrint = z.discriminatedUnion('what', [
  z.object({ what: z.literal('bag_label'), pick_id: id, employee_id: id, count: z.int().positive().max(100) }),
  z.object({ what: z.literal('picking_list'), pick_id: id }),
  z.object({ what: z.literal('dispatch_labels'), dispatch_ids: z.array(id).min(1).max(limits.labelled_dispatches) }),
]);

export const choices = ['theirs', 'mine', 'recount', 'dismiss'] as const;
export type Choice = (typeof choices)[number];
export const resolveOutcome = z.object({ m: z.uuid(), choice: z.enum(choices) });

/** Name → the schema of its arguments. */
export const mutations = {
  'pick.start': { args: ofPick },
  'pick.record_line': { args: recordLine },
  'pick.pause': { args: ofPick },
  'pick.resume': { args: ofPick },
  'pick.handover': { args: ofPick },
  'pick.complete': { args: completePick },
  'pick.send_back': { args: ofPick },
  'pick.assign_tote': { args: assignTote },
  'prep.tick_line': { args: tickPrepLine },
  'prep.complete': { args: completePick },
  'dispatch.edit': { args: editDispatch },
  'dispatch.request': { args: requestDispatch },
  'dispatch.set_tracking': { args: setTracking },
  'stock.request_count': { args: requestCount },
  'print.request': { args: requestPrint },
  'outcome.resolve': { args: resolveOutcome },
} as const;

export type MutationName = keyof typeof mutations;

/** Name → current version. It is separate from the schemas, which a tablet does not load. */
export const mutationVersions: Record<MutationName, number> = {
  'pick.start': 1,
  'pick.record_line': 1,
  'pick.pause': 1,
  'pick.resume': 1,
  'pick.handover': 1,
  'pick.complete': 1,
  'pick.send_back': 1,
  'pick.assign_tote': 1,
  'prep.tick_line': 1,
  'prep.complete': 1,
  'dispatch.edit': 1,
  'dispatch.request': 1,
  'dispatch.set_tracking': 1,
  'stock.request_count': 1,
  'print.request': 1,
  'outcome.resolve': 1,
};

export type ArgsOf<N extends MutationName> = z.infer<(typeof mutations)[N]['args']>;
export const mutationNames = Object.keys(mutationVersions) as MutationName[];

/** True for a name that this version knows; an unknown name means that an update is needed, not that something is wrong. */
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutationVersions, name);
