import { allocation } from './allocation.ts';
import { answer } from './answer.ts';

/** Reads how much of each of these orders Start Pick would release now. */
export const readReleasePlan = (orders: readonly string[], signal: AbortSignal) =>
  answer(allocation['release-plan'].$post({ json: { orders: [...orders] } }, { init: { signal } }));
export type PlannedOrder = Awaited<ReturnType<typeof readReleasePlan>>['items'][number];
