import { hc } from 'hono/client';
import type { UserArchiveRoutes } from '../../server/archive/routes.ts';
import type { AdminSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { UserRoutes } from '../../server/people/routes.ts';
import { limits } from '../../shared/limits.ts';
import type { NewUser, UserChange } from '../../shared/people/person-input.ts';
import type { UserPinInput } from '../../shared/sync/set-pin-input.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const users = hc<UserRoutes>('/api/admin/users', overTheWire);
const { ':id': one } = users;
const ends = hc<UserArchiveRoutes>('/api/admin/users', overTheWire)[':id'];
const sets = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);
const param = (id: number) => ({ id: String(id) });

/** A page of the provider’s own people. */
export const readUsers = (query: ListQuery & { include?: string }, signal: AbortSignal) =>
  answer(users.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export type ListedUser = Awaited<ReturnType<typeof readUsers>>['items'][number];
/** One of the provider’s people. */
export const readUser = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
/** Adds one of the provider’s people, or changes the stored one with this id. */
export const saveUser = (id: number | undefined) => (json: UserChange, options: Once) =>
  id === undefined ? answer(users.index.$post({ json: json as NewUser }, options)) : answer(one.$put({ param: param(id), json }, options));
export const inviteUser = (id: number, options: Once) => answer(one.invite.$post({ param: param(id) }, options));
/** Sends one of the provider’s people the link with which they set a new password. */
export const sendUserReset = (id: number, options: Once) => answer(one['send-reset'].$post({ param: param(id) }, options));
/** Archives one of the provider’s people so that only a super can restore them. */
export const deleteUser = (id: number, options: Once) => answer(ends.$delete({ param: param(id) }, options));

/** Sets or removes the PIN of somebody on the floor. */
export const setUserPin = (id: number) => (json: UserPinInput, options: Once) => answer(one.pin.$put({ param: param(id), json }, options));
/** Where one of the provider’s people is signed in. */
export const readUserSessions = (id: number, signal: AbortSignal) => answer(one.sessions.$get({ param: param(id) }, { init: { signal } }));
export const signOutUser = (id: number, options: Once) => answer(one.sessions.$delete({ param: param(id) }, options));

/** The clothing sets of all clients. From these, a person chooses the sets of an embroiderer. */
export const readAllSets = async (signal: AbortSignal) =>
  (await answer(sets.index.$get({ query: stringQuery({ per_page: limits.page_cap_clothing_sets }) }, { init: { signal } }))).items;
