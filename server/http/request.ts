import type { Context } from 'hono';
import type { Actor } from '../../shared/policy.ts';
import type { ApiTokenOfRequest, Ctx, Services } from '../core/context.ts';
import type { Db } from '../db/db.ts';

/** The values that middleware adds to a request: the services of the process, and who sends the request. */
export interface Env {
  Variables: {
    services: Services;
    request_id: string;
    actor: Actor;
    session_id: number;
    api_token?: ApiTokenOfRequest;
  };
}

/** A context for reading outside a unit of work. */
export const reading = (c: Context<Env>): Ctx => contextOf(c, c.get('services').database.reader);

/** The header with which a browser tab names itself, so that its own changes are not reported to it as somebody else's. */
const tabHeader = 'Kitroom-Tab';

/** The context of a command that the request runs on the connection `db`. */
export const contextOf = (c: Context<Env>, db: Db): Ctx => {
  const services = c.get('services');
  return {
    db,
    actor: c.get('actor'),
    now: services.clock().toISOString(),
    services,
    request_id: c.get('request_id'),
    api_token: c.get('api_token'),
    tab: c.req.header(tabHeader)?.slice(0, 64),
  };
};
