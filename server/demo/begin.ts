import { eq } from 'drizzle-orm';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import type { Services } from '../core/context.ts';
import { users } from '../db/tables/index.ts';
import { isEmpty } from './is-empty.ts';

/** The tracking page for the demo's parcels; the name is reserved, so the link leads nowhere. */
const demoTracking = 'https://tracking.example/{tracking_number}';

/**
 * Returns whether this process shows the demo, and loads the demo first if the database is new. DEMO decides; if it is not set, the demo is shown
 * outside production. `say` receives progress messages.
 */
export async function beginDemo(services: Services, say: (line: string) => void): Promise<boolean> {
  const { DEMO, NODE_ENV } = services.settings;
  if (!(DEMO ?? NODE_ENV !== 'production')) return false;
  const { reader } = services.database;
  services.settings.TRACKING_URL ??= demoTracking;
  if (await isEmpty(reader)) {
    say('Loading the demo data…');
    const started = performance.now();
    const { seedDemo } = await import('./seed-demo.ts');
    await seedDemo(services);
    say(`Loaded the demo data in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
  const [first] = demoSignIns.items;
  const [user] = first ? await reader.select({ id: users.id }).from(users).where(eq(users.email, first.email)).limit(1) : [];
  return user !== undefined;
}
