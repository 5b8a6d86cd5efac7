import { hc, type InferResponseType } from 'hono/client';
import type { RolloutSizeRoutes } from '../../server/rollouts/routes.ts';
import type { SizeRoutes } from '../../server/sizes/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

const ofOrders = hc<SizeRoutes>('/api/sizes', overTheWire);
const ofRollouts = hc<RolloutSizeRoutes>('/api/rollout-sizes', overTheWire);

/** Whether the page is that of a link of a roll-out, which has an address of its own. */
export const isOfRollout = (): boolean => window.location.pathname.startsWith('/rollout-sizes/');
/** The calls of the link whose page is open. Those of a roll-out have the same shape as those of an order. */
export const sizes = (): typeof ofOrders => (isOfRollout() ? (ofRollouts as unknown as typeof ofOrders) : ofOrders);

/** Reads the data to which a size link gives access. */
export const readLink = (token: string, signal: AbortSignal) => answer(sizes()[':token'].$get({ param: { token } }, { init: { signal } }));

export type Link = Awaited<ReturnType<typeof readLink>>;
export type ChosenLine = InferResponseType<(typeof ofOrders)[':token']['$put'], 200>['chosen_already'][number];
export type LinkLine = Link['lines'][number];
