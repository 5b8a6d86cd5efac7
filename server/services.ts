import type { Services } from './core/context.ts';
import { eventHandlers } from './event-handlers.ts';
import { openPokes } from './sync/pokes.ts';

type Given = Pick<Services, 'database' | 'settings' | 'log'> & Partial<Services>;

/** The services of a process on an open database, as a server has them but for what is given. */
export function createServices(given: Given): Services {
  const pokes = given.pokes ?? openPokes(given.database, given.log);
  return { clock: () => new Date(), handlers: eventHandlers, is_demo: false, changed: pokes.changed, pokes, ...given };
}
