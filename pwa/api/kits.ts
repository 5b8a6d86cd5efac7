import { hc } from 'hono/client';
import type { KitRoutes } from '../../server/kits/routes.ts';
import type { KitInput } from '../../shared/kits/kit.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { type Once, overTheWire } from './transport.ts';

const { ':id': account } = hc<KitRoutes>('/api/accounts', overTheWire);
const { kit } = account['employee-roles'][':roleId'];

/** The kit of an employee role. */
export const readKit = (id: string, roleId: string, signal: AbortSignal) => answer(kit.$get({ param: { id, roleId } }, { init: { signal } }));
/** Replaces the kit of an employee role. */
export const saveKit = (id: string, roleId: string) => (json: KitInput, options: Once) => answer(kit.$put({ param: { id, roleId }, json }, options));
/** The styles that a kit can have, found by words of their names. */
export const findKitProducts = async (id: string, search: string, signal: AbortSignal) =>
  (await answer(account['kit-products'].$get({ param: { id }, query: stringQuery({ search: search || undefined }) }, { init: { signal } }))).items;
export type KitStyle = Awaited<ReturnType<typeof findKitProducts>>[number];
