import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Env } from './request.ts';

/**
 * Set a header before the answer exists. If there is a connection, the header is set on it directly, because hono copies its headers twice, which
 * takes a good part of the time of a small answer. A header with the same name from the route takes precedence.
 */
export function setResponseHeader(c: Context<Env>, name: string, value: string): void {
  // The app may also be called without a connection.
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}
