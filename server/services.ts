import type { Services } from './core/context.ts';
import { eventHandlers } from './event-handlers.ts';
import { openPokes } from './sync/pokes.ts';

type ServiceOptions = Pick<Services, 'database' | 'settings' | 'log'> & Partial<Services>;

/** The services of a process on an open database. Those in `options` replace the server's defaults. */
export function createServices(options: ServiceOptions): Services {
  const pokes = options.pokes ?? openPokes(options.database, options.log);
  return { clock: () => new Date(), handlers: eventHandlers, is_demo: false, is_stopping: false, changed: pokes.changed, pokes, ...options };
}
