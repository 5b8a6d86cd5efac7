import type { Context } from 'hono';
import type { Ctx } from '../core/context.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import type { Env } from './request.ts';
import { identified, Replay, runIdentified } from './run-command.ts';

/**
 * Run a long command as several units of work, one after the other, so that other requests get their turn between two of them. `begin` checks the
 * request and divides the work. With an Idempotency-Key each part stores its own answer: a repeat gets the answers of the parts that are done and
 * runs the others, even if the first request was cut off.
 */
export async function runParts<Part, Result>(
  c: Context<Env>,
  begin: (ctx: Ctx) => Promise<readonly Part[]>,
  each: (ctx: Ctx, part: Part) => Promise<Result>,
): Promise<Result[]> {
  const request = await identified(c);
  let isReplay = request !== null;
  const once = async <Answer>(part: number, command: (ctx: Ctx) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await runIdentified(c, request && { ...request, key: part ? `${request.key}/${part}` : request.key }, command);
      isReplay = false;
      return answer;
    } catch (error) {
      if (error instanceof Replay && error.status === 200 && error.body !== null) return JSON.parse(error.body) as Answer;
      throw error;
    }
  };
  const parts = await once(0, begin);
  const results: Result[] = [];
  for (const [place, part] of parts.entries()) {
    // Without this wait the next unit of work begins before a waiting request is read. This request is itself in progress: it counts as 1.
    await yieldToRequests(1);
    results.push(await once(place + 1, (ctx) => each(ctx, part)));
  }
  if (isReplay) c.header('Idempotent-Replay', 'true');
  return results;
}
