import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Env } from './context.ts';

/**
 * Say something in the head of an answer before the answer is made. On a connection it is said to the connection itself: headers that hono
 * carries are copied twice on their way, which is a good part of the time that a small answer takes. A route's own header of that name wins.
 */
export function answerHeader(c: Context<Env>, name: string, value: string): void {
  // The app may also be asked without a connection.
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}
