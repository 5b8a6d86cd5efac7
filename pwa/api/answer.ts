import type { ClientResponse } from 'hono/client';
import type { SuccessStatusCode } from 'hono/utils/http-status';

type Success<Answer> = Answer extends ClientResponse<infer Body, infer Status, 'json'> ? (Status extends SuccessStatusCode ? Body : never) : never;

/** The body of a call that succeeded: `await answer(orders.index.$get({ query }))`. A call that failed has already thrown an ApiError. */
export async function answer<Answer extends { json: () => Promise<unknown> }>(call: Promise<Answer>): Promise<Success<Answer>> {
  return (await (await call).json()) as Success<Answer>;
}
