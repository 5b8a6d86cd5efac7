import { hashPassword } from '../../server/auth/password.ts';
import type { Caller, World } from '../world.ts';

export const superPassword = 'a super user’s own password';

/** A super who is signed in and knows their password. */
export const superWithPassword = async ({ as }: Pick<World, 'as'>): Promise<Caller> =>
  as('super', { password_hash: await hashPassword(superPassword) });

/** Requests to act as somebody else, with a reason and one's own password. */
export const take = (boss: Caller, id: number, more: object = {}) =>
  boss.post(`/api/impersonate/take/${id}`, { reason: 'They asked for help by phone', password: superPassword, ...more });
