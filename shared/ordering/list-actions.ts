import { z } from 'zod';
import { messages } from '../messages.ts';
import { wordsText } from '../text.ts';

/** The actions that the office can take on many orders at once. Each order is handled as if it were the only one. */
const listActions = ['allocate', 'release', 'hold', 'let_go', 'unallocate', 'send_back'] as const;
export type ListAction = (typeof listActions)[number];

/** Upper limit of orders in one request. More orders are sent in several requests, each with its own response. */
export const MAX_ORDERS_AT_ONCE = 50;

export const listActionBody = z
  .object({
    action: z.enum(listActions),
    orders: z
      .array(z.uuid())
      .min(1, messages.choose_orders)
      .max(MAX_ORDERS_AT_ONCE)
      .refine((uuids) => new Set(uuids).size === uuids.length, messages.twice_in_request),
    frozen_reason: wordsText(500).nullish(),
    /** For `release`: an order that is allocated in part is not released. */
    only_full: z.boolean().optional(),
  })
  .refine(({ action, frozen_reason }) => action !== 'hold' || frozen_reason, { path: ['frozen_reason'], message: messages.hold_reason });
export type ListActionBody = z.infer<typeof listActionBody>;
