import { demoSignIns } from '../../data/demo/sign-ins.ts';
import { clientRoles, type Role } from '../../shared/roles.ts';
import { type DemoWorld, daysAgo } from './demo-world.ts';
import type { LoadedAccount, LoadedPerson } from './load-people.ts';
import { type End, orderGroups } from './order-plans.ts';
import type { Wardrobe, Wish } from './wardrobe.ts';

/** The plan of a demo order: who requests it, who approves it, the lines by wearer, and the stage at which it ends. */
export interface PlannedOrder {
  end: End;
  begins: Date;
  account: LoadedAccount;
  requester: LoadedPerson;
  /** Who approves the request; null if the requester may submit the order. */
  approver: LoadedPerson | null;
  wishes: Wish[];
}

/** The ways of ordering, in turn. `leader` is somebody who runs a site: such people place most orders. */
const ways = ['leader', 'leader', 'self', 'leader', 'leader', 'request'] as const;
type Way = (typeof ways)[number];

/** Orders of these stages begin shortly before today and are never requests, because the approval of a request takes time. */
const recent: readonly End[] = ['submitted', 'fully_allocated', 'allocated', 'picking', 'picking_paused', 'picked', 'booked', 'waiting_for_courier'];
/** A recent order begins at least this many hours ago, so that all of its steps can happen. */
const recentHours = 14;

const wayOf = (end: End, turn: number): Way => {
  if (end === 'requested' || end === 'declined') return 'request';
  if (end === 'unsized') return 'leader';
  if (recent.includes(end)) return turn % 3 ? 'leader' : 'self';
  return ways[turn % ways.length] ?? 'leader';
};

const signIns = new Set(demoSignIns.items.map(({ email }) => email));

/**
 * A random person of a client who may order in the way `choice`. About a third of the orders, and all starring orders, get somebody of the client's
 * second site (`home`). For a starring order, people whose sign-in is offered come first. Null if nobody may order in this way.
 */
function requesterOf(world: DemoWorld, account: LoadedAccount, choice: Way, isStarring: boolean): LoadedPerson | null {
  const home = account.sites[1];
  const atHome = account.people.filter(({ site }) => site === home);
  const among = isStarring || world.random.chance(35) ? atHome : account.people;
  const able = among.filter(({ role, actor, email }) => {
    if (!email) return false;
    if (choice === 'leader') return role === 'client_admin' || role === 'site_admin' || role === 'manager';
    if (choice === 'self') return role === 'employee_with_order';
    return role === 'employee' || actor.is_supervised_orderer;
  });
  const offered = able.filter(({ email }) => email && signIns.has(email));
  const preferred = isStarring && offered.length ? offered : able;
  return preferred.length ? world.random.pick(preferred) : null;
}

function approverOf(account: LoadedAccount, requester: LoadedPerson): LoadedPerson | null {
  const may = account.people.filter((person) => person.id !== requester.id && !person.actor.is_supervised_orderer);
  const near = may.find(({ role, site }) => (role === 'site_admin' || role === 'manager') && site === requester.site);
  return near ?? may.find(({ role }) => role === 'client_admin') ?? null;
}

const rankOf = (role: Role): number => (clientRoles as readonly Role[]).indexOf(role);

function wearersOf(world: DemoWorld, account: LoadedAccount, requester: LoadedPerson): LoadedPerson[] {
  if (requester.role === 'employee' || requester.role === 'employee_with_order') return [requester];
  const site = requester.role === 'client_admin' ? world.random.pick(account.sites) : requester.site;
  // A requester does not order for people whose role ranks higher than the requester's.
  const here = account.people.filter((person) => person.site === site && rankOf(person.role) <= rankOf(requester.role) && person.offers.length > 0);
  const count = Math.min(here.length, world.random.pick([1, 1, 2, 2, 3, 4]));
  const wearers = new Set<LoadedPerson>();
  while (wearers.size < count) wearers.add(world.random.pick(here));
  return [...wearers];
}

const fewestLines = (end: End): number =>
  ['part_allocated', 'part_shipped', 'rest_cancelled', 'short_pick', 'picking', 'picking_paused'].includes(end) ? 2 : 1;

function planOrder(world: DemoWorld, wardrobe: Wardrobe, end: End, turn: number, begins: Date, isStarring: boolean): PlannedOrder | null {
  const clients = world.people.accounts.filter(({ data }) => !data.is_archived);
  const account = world.random.chance(66) ? clients[0] : clients[1];
  const requester = account && requesterOf(world, account, wayOf(end, turn), isStarring);
  if (!account || !requester) return null;
  const needsApproval = requester.role === 'employee' || requester.actor.is_supervised_orderer;
  const approver = needsApproval ? approverOf(account, requester) : null;
  if (needsApproval && !approver) return null;
  const wearers = wearersOf(world, account, requester);
  const each = wearers.length > 2 ? 2 : 3;
  const wishes = wearers.flatMap((wearer) => {
    const most = Math.max(fewestLines(end), world.random.whole(1, each));
    const short = end === 'short' ? wardrobe.choose(wearer, 1, 'short') : [];
    return [...short, ...wardrobe.choose(wearer, most, 'enough')];
  });
  if (wishes.length < fewestLines(end) || (end === 'short' && !wishes.some(({ variation }) => wardrobe.isShort(variation)))) return null;
  // An order that ends at `picked` needs something to prep: several wearers or a decoration.
  if (end === 'picked' && wishes.every(({ wearer, decoration }) => wearer === wishes[0]?.wearer && !decoration)) return null;
  return { end, begins, account, requester, approver, wishes };
}

/** How many orders of a stage belong to the people whose sign-in is offered: enough that each of these people has a history. */
const starring = (end: End): number => (end === 'shipped' ? 2 * ways.length : 1);

/** Make the plans of all orders of the demo, oldest first. */
export function planDemoOrders(world: DemoWorld, wardrobe: Wardrobe): PlannedOrder[] {
  const cast: PlannedOrder[] = [];
  for (const { end, count, days_ago } of orderGroups) {
    const [from, to] = days_ago;
    for (let n = 0; n < count; n++) {
      const days = from + ((to - from) * (n + world.random.next())) / count;
      const latest = recent.includes(end) ? world.today.getTime() - recentHours * 3_600_000 : world.today.getTime();
      const begins = new Date(Math.min(daysAgo(world, days).getTime(), latest));
      let one: PlannedOrder | null = null;
      for (let tries = 0; !one && tries < 40; tries++)
        one = planOrder(world, wardrobe, end, cast.length + tries, begins, n < starring(end) && tries < 10);
      if (!one) throw new Error(`No demo person can order in the scenario ${end}`);
      cast.push(one);
    }
  }
  return cast;
}
