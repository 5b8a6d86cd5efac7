import { Hono } from 'hono';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe } from '../http/valid.ts';
import { dayBoard, readDay } from './day-queries.ts';

export const dayRoutes = new Hono<Env>().get('/', signedIn, describe('What waits for the office today', dayBoard, 'day'), async (c) =>
  c.json(await readDay(reading(c))),
);
export type DayRoutes = typeof dayRoutes;
