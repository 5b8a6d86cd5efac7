import { type MutationName, mutations } from '../../shared/sync/mutations.ts';

type Arguments = Record<string, unknown>;

/** How the arguments of one version of a mutation become those of the next version, and the day on which that next version was released. */
export interface Upcaster {
  since: string;
  up: (a: Arguments) => Arguments;
}

/** By name and older version of a mutation, the upcaster to the next version. A change of a mutation's arguments needs a line here. */
export const upcasters: Partial<Record<MutationName, Record<number, Upcaster>>> = {
  // A number without bins is a count of all bins together.
  'stock.count': { 1: { since: '2026-11-29', up: (a) => a } },
};

/** For how many days an older version is understood. No tablet keeps its queue longer. */
const KEPT_DAYS = 90;
const DAY = 86_400_000;

const isKept = ({ since }: Upcaster, now: string): boolean => Date.parse(now) - Date.parse(since) <= KEPT_DAYS * DAY;

/** Arguments of any version that is still understood, converted to the present version; null if the tablet or the server has to be updated first. */
export function upcast(n: MutationName, nv: number, a: Arguments, now: string): Arguments | null {
  let args = a;
  for (let version = nv; version !== mutations[n].version; version++) {
    const step = version < mutations[n].version ? upcasters[n]?.[version] : undefined;
    if (!step || !isKept(step, now)) return null;
    args = step.up(args);
  }
  return args;
}
