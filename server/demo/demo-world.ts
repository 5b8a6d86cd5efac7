import type { Actor } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import type { Ctx, Services } from '../core/context.ts';
import type { Db } from '../db/db.ts';
import type { LoadedCatalogue } from './load-catalogue.ts';
import type { LoadedPeople } from './load-people.ts';
import { type Random, randomFrom } from './random.ts';
import type { Timeline } from './timeline.ts';

const minute = 60_000;

/** The parts that all of the demo shares: people and products, the random source, and the time. */
export interface DemoWorld {
  db: Db;
  catalogue: LoadedCatalogue;
  people: LoadedPeople;
  random: Random;
  timeline: Timeline;
  /** The point in time that is the demo's present. */
  today: Date;
  /** The context in which somebody acts now. */
  as(actor: Actor): Ctx;
  /** The provider's people who have a role. */
  staff(role: Role): readonly Actor[];
}

interface WorldParts {
  db: Db;
  services: Services;
  catalogue: LoadedCatalogue;
  people: LoadedPeople;
  random: Random;
  timeline: Timeline;
  today: Date;
}

export const demoWorld = ({ db, services, catalogue, people, random, timeline, today }: WorldParts): DemoWorld => ({
  db,
  catalogue,
  people,
  random,
  timeline,
  today,
  as: (actor) => ({
    db,
    actor,
    now: timeline.now.toISOString(),
    // No courier is booked for demo orders.
    services: { ...services, clock: () => timeline.now, settings: { ...services.settings, CARRIER_FIRST: 'manual', CARRIER_SECOND: 'manual' } },
    request_id: null,
  }),
  staff: (role) => people.staff.filter((person) => person.role === role),
});

/** The world for one record, such as an order. It has a random source of its own, so the record does not depend on other records or on the day. */
export const aloneIn = (world: DemoWorld): DemoWorld => ({ ...world, random: randomFrom(world.random.whole(0, 0xffffffff)) });

/** The time `minutes` minutes after the demo's present time. */
export const minutesOn = (world: DemoWorld, minutes: number): Date => new Date(world.timeline.now.getTime() + Math.round(minutes * minute));

/** A time in working hours, `days` days before the demo's today. If `days` is less than 1, the time is exactly `days` days before. */
export function daysAgo(world: DemoWorld, days: number): Date {
  const day = new Date(world.today.getTime() - days * 24 * 60 * minute);
  if (days < 1) return day;
  day.setUTCHours(world.random.whole(7, 16), world.random.whole(0, 59), world.random.whole(0, 59), 0);
  return day;
}
