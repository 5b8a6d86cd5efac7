import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Env } from './request.ts';

/**
 * Set a header of the answer before the answer is made. Where there is a connection, it is set on the connection itself: headers
 * that hono carries are copied twice, which takes a good part of the time of a small answer. A header of that name from the route
 * itself wins.
 */
export function setResponseHeader(c: Context<Env>, name: string, value: string): void {
  // The app may also be called without a connection.
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}
