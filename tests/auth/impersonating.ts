import { hashPassword } from '../../server/auth/password.ts';
import type { Caller, World } from '../world.ts';

export const superPassword = 'a super user’s own password';

/** A signed-in super whose password the tests know. */
export const superWithPassword = async ({ as }: Pick<World, 'as'>): Promise<Caller> =>
  as('super', { password_hash: await hashPassword(superPassword) });

/** Requests to act as the person with this id, with a reason and the super's own password. */
export const take = (boss: Caller, id: number, more: object = {}) =>
  boss.post(`/api/impersonate/take/${id}`, { reason: 'They asked for help by phone', password: superPassword, ...more });
