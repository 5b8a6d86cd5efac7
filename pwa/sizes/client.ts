import { hc, type InferResponseType } from 'hono/client';
import type { SizeRoutes } from '../../server/sizes/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const sizes = hc<SizeRoutes>('/api/sizes', overTheWire);

/** Reads the data to which a size link gives access. */
export const readLink = (token: string, signal: AbortSignal) => answer(sizes[':token'].$get({ param: { token } }, { init: { signal } }));

export type Link = Awaited<ReturnType<typeof readLink>>;
export type ChosenLine = InferResponseType<(typeof sizes)[':token']['$put'], 200>['chosen_already'][number];
export type LinkLine = Link['lines'][number];
