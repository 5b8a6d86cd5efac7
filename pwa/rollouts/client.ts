import { hc } from 'hono/client';
import type { RolloutRoutes } from '../../server/rollouts/routes.ts';
import type { FillInput, RolloutChange, RolloutInput, SubmitRollout } from '../../shared/rollouts/rollout.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const account = hc<RolloutRoutes>('/api/accounts', overTheWire)[':id'];
const { rollouts } = account;
const one = rollouts[':rolloutId'];

/** The calls about the roll-outs of a company. */
export const rolloutsOf = (company: number) => {
  const id = String(company);
  const param = (rolloutId: string) => ({ id, rolloutId });
  return {
    list: (query: ListQuery, signal: AbortSignal) => answer(rollouts.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } })),
    products: (search: string, signal: AbortSignal) =>
      answer(account['rollout-products'].$get({ param: { id }, query: { search } }, { init: { signal } })),
    read: (rolloutId: string, signal: AbortSignal) => answer(one.$get({ param: param(rolloutId) }, { init: { signal } })),
    create: (json: RolloutInput, options: Once) => answer(rollouts.$post({ param: { id }, json }, options)),
    change: (rolloutId: string) => (json: RolloutChange, options: Once) => answer(one.$put({ param: param(rolloutId), json }, options)),
    people: (rolloutId: string) => (query: ListQuery, signal: AbortSignal) =>
      answer(one.people.$get({ param: param(rolloutId), query: stringQuery(query) }, { init: { signal } })),
    exportPeople: async (rolloutId: string) => (await one.export.$get({ param: param(rolloutId), query: {} })).blob(),
    sizes: (rolloutId: string, userId: number, signal: AbortSignal) =>
      answer(one.people[':userId'].sizes.$get({ param: { ...param(rolloutId), userId: String(userId) } }, { init: { signal } })),
    fill: (rolloutId: string, userId: number) => (json: FillInput, options: Once) =>
      answer(one.people[':userId'].$put({ param: { ...param(rolloutId), userId: String(userId) }, json }, options)),
    ask: (rolloutId: string) => (_: undefined, options: Once) => answer(one.ask.$post({ param: param(rolloutId) }, options)),
    close: (rolloutId: string) => (_: undefined, options: Once) => answer(one.close.$post({ param: param(rolloutId) }, options)),
    preview: (rolloutId: string) => (include_unanswered: boolean, options: Once) =>
      answer(one.preview.$post({ param: param(rolloutId), json: { include_unanswered } }, options)),
    submit: (rolloutId: string) => (json: SubmitRollout, options: Once) => answer(one.submit.$post({ param: param(rolloutId), json }, options)),
    retry: (rolloutId: string) => (_: undefined, options: Once) => answer(one.retry.$post({ param: param(rolloutId) }, options)),
  };
};
export type RolloutCalls = ReturnType<typeof rolloutsOf>;
export type Rollout = Awaited<ReturnType<RolloutCalls['read']>>;
export type RolloutRow = Awaited<ReturnType<RolloutCalls['list']>>['items'][number];
export type RolloutPerson = Awaited<ReturnType<ReturnType<RolloutCalls['people']>>>['items'][number];
export type RolloutPreview = Awaited<ReturnType<ReturnType<RolloutCalls['preview']>>>;
export type RolloutProduct = Awaited<ReturnType<RolloutCalls['products']>>['items'][number];
