import type { Scenario } from './scenario.ts';
import type { Tablet, Weather } from './tablet.ts';

/** Every fault and how it is caused; `weight` is how often it is tried. The network's own faults happen in bad weather. */
interface Fault {
  description: string;
  weight: number;
  strike: ((scenario: Scenario, tablet: Tablet) => void) | null;
}

const weather =
  (to: Weather) =>
  (_scenario: Scenario, tablet: Tablet): void => {
    tablet.weather = to;
    tablet.say(`the network is ${to}`);
  };

export const faults = {
  good_weather: { description: 'the network of a tablet is good again', weight: 12, strike: weather('good') },
  offline: { description: 'a tablet has no network', weight: 6, strike: weather('offline') },
  drop_request: { description: 'a request is lost on its way', weight: 8, strike: weather('flaky') },
  drop_response: { description: 'an answer is lost on its way', weight: 0, strike: null },
  duplicate: { description: 'a request arrives twice', weight: 0, strike: null },
  delay: { description: 'a request or an answer takes up to a minute', weight: 0, strike: null },
  reorder: { description: 'a request arrives after a later one', weight: 0, strike: null },
  server_error: { description: 'something answers 500, 502 or 503', weight: 2, strike: weather('errors') },
  captive_portal: { description: 'a captive portal answers in place of the server', weight: 2, strike: weather('portal') },
  lost_poke: { description: 'a poke does not reach its tablet', weight: 0, strike: null },
  kill: {
    description: 'the app is killed at one of its awaits',
    weight: 8,
    strike: ({ dice }, tablet) => {
      // Now and then during its start.
      if (dice.chance(0.2)) tablet.powerCut();
      const tab = dice.one(tablet.tabs) ?? tablet.boot();
      tab.life.fuse = { left: dice.between(1, 14), when: dice.chance(0.5) ? 'before' : 'after' };
    },
  },
  lost_tail: {
    description: 'a power cut loses the last transactions of the cache',
    weight: 3,
    strike: ({ dice, history }, tablet) => {
      tablet.powerCut();
      const n = tablet.storage.loseTail(dice.between(1, 6));
      tablet.say(`the power is cut, and ${n} transactions of the cache are lost`);
      if (n > 0) history.fault('lost_tail');
      tablet.boot();
    },
  },
  forced_close: {
    description: 'the browser closes the databases by force',
    weight: 3,
    strike: ({ dice }, tablet) => {
      tablet.closings = dice.between(1, 2);
    },
  },
  quota: {
    description: 'the disk is full',
    weight: 2,
    strike: ({ dice }, tablet) => {
      tablet.fullness = dice.between(1, 5);
      tablet.say('the disk is full');
    },
  },
  eviction: {
    description: 'the browser throws the storage of the app away',
    weight: 1,
    strike: (scenario, tablet) => scenario.begin(evict(scenario, tablet)),
  },
  two_tabs: {
    description: 'a second tab of the app is opened, or closed again',
    weight: 3,
    strike: ({ history }, tablet) => {
      if (tablet.tabs.length < 2) {
        tablet.boot();
        history.fault('two_tabs');
      } else tablet.tabs[0]?.close();
    },
  },
  lost_lock: {
    description: 'two tabs both believe that they hold the lock',
    weight: 1,
    strike: ({ history }, tablet) => {
      tablet.isLockBroken = !tablet.isLockBroken;
      if (tablet.tabs.length < 2) tablet.boot();
      history.fault('lost_lock');
    },
  },
  expired_token: {
    description: 'the session of the person at a tablet is over: 401',
    weight: 2,
    strike: (scenario, tablet) => {
      scenario.history.fault('expired_token');
      tablet.say('the session is over');
      scenario.begin(scenario.expire(tablet));
    },
  },
  disabled_user: {
    description: 'the office disables a person who has actions waiting, or lets them in again',
    weight: 2,
    strike: (scenario) => {
      const person = scenario.dice.one(scenario.warehouse.people.filter(({ role }) => role === 'warehouse'));
      if (!person) return;
      if (!scenario.disabled.has(person.id)) scenario.history.fault('disabled_user');
      scenario.begin(scenario.disable(person, !scenario.disabled.has(person.id)));
    },
  },
  user_switch: {
    description: 'somebody else signs in on a tablet with a waiting queue',
    weight: 4,
    strike: (scenario, tablet) => {
      const person = scenario.dice.one(scenario.warehouse.people);
      if (!person) return;
      scenario.history.fault('user_switch');
      scenario.signIn(tablet, person);
    },
  },
  wrong_clock: {
    description: 'the clock of a tablet is a day off',
    weight: 2,
    strike: ({ dice, history }, tablet) => {
      tablet.clockOff = dice.between(-1, 1) * 86_400_000;
      if (tablet.clockOff) history.fault('wrong_clock');
      tablet.say(`the clock is ${tablet.clockOff ? 'a day off' : 'right'}`);
    },
  },
  server_crash: {
    description: 'the server crashes in the middle of a batch',
    weight: 3,
    strike: ({ dice, server, history }) => {
      server.crashAt(dice.between(1, 6), dice.chance(0.5) ? 'before' : 'kept');
      history.fault('server_crash');
    },
  },
  busy_database: {
    description: 'the database answers that it is busy',
    weight: 2,
    strike: ({ dice, server, stage }) => {
      server.isBusy = true;
      stage.after(dice.between(1_000, 10_000), () => {
        server.isBusy = false;
      });
    },
  },
  backup: { description: 'a backup is taken', weight: 2, strike: (scenario) => scenario.takeBackup() },
  restore: { description: 'the server is restored from a backup', weight: 1, strike: (scenario) => scenario.restore() },
  stray_request: { description: 'a request arrives a second time without its first action', weight: 0, strike: null },
  cloned_tablet: {
    description: 'a tablet is cloned while it runs: two of one device, ledger and client',
    weight: 0.3,
    strike: (scenario, tablet) => scenario.begin(clone(scenario, tablet)),
  },
  foreign_client: {
    description: 'a tablet sends an action under the client id of another one',
    weight: 1,
    strike: (scenario, tablet) => scenario.begin(pretend(scenario, tablet)),
  },
  old_version: {
    description: 'the queue holds a mutation of an older version, or of one that the server does not know yet',
    weight: 1.5,
    strike: (scenario, tablet) => otherVersion(scenario, tablet),
  },
  app_update: {
    description: 'a new version of the app begins with an empty cache',
    weight: 1,
    strike: ({ history }, tablet) => {
      tablet.powerCut();
      tablet.storage.dropCache();
      history.fault('app_update');
      tablet.say('the app is updated');
      tablet.boot();
    },
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

async function evict(scenario: Scenario, tablet: Tablet): Promise<void> {
  const { device } = tablet;
  tablet.formerDevices.push(device);
  const waiting = await tablet.evict();
  scenario.history.fault('eviction');
  tablet.say(`the browser has thrown everything away, ${waiting.length} actions with it`);
  // An app that died before it could show that an action was saved does not have to keep the action.
  const confirmed = waiting.filter((m) => scenario.confirmedSaved.has(m));
  if (confirmed.length > 0) scenario.losses.push({ tablet, n: confirmed.length, isRestored: false });
  tablet.device = '';
  tablet.boot();
}

/** Two machines that are one to the server, both with actions to send. */
async function clone(scenario: Scenario, tablet: Tablet): Promise<void> {
  const tab = tablet.tab;
  if (!tab || scenario.tablets.length > 6 || tablet.isClone) return;
  const twin = tablet.clone(`${tablet.name}${scenario.tablets.length}`);
  if (!twin) return;
  scenario.history.fault('cloned_tablet');
  scenario.addTablet(twin);
  twin.nextClient = tab.client;
  for (const { k } of await twin.storage.ledger.read((t) => t.facts.all()))
    if (k.startsWith('client:')) scenario.history.sharedClients.add(k.slice('client:'.length));
  scenario.history.sharedClients.add(tab.client);
  twin.say('is the same machine a second time');
  twin.boot();
}

/** Sends another tablet's waiting actions, in that tablet's name but from here. */
async function pretend(scenario: Scenario, tablet: Tablet): Promise<void> {
  const { server, history, warehouse } = scenario;
  const registration = server.connection.prepare('select 1 from sync_clients where c = ? and device = ?');
  for (const other of scenario.tablets.filter(({ device }) => device !== tablet.device)) {
    const [row] = await other.storage.ledger.read((t) => t.outbox.all());
    const facts = (await tablet.storage.ledger.read((t) => t.facts.get('device'))) as { device: string; secret: string } | undefined;
    if (!row || !facts || !registration.get(row.c, other.device)) continue;
    const { c, s, m, n, nv, a, base, actor, asserted, at } = row;
    history.fault('foreign_client');
    history.say(`${tablet.name}: sends ${history.nameOf(m)} as if it were its own`);
    await server.receive('POST', '/api/sync', warehouse.office.token, {
      ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 1, pull: { cursor: null, lm: {} } },
      push: [{ c, s, m, n, nv, a, base, actor_id: actor.id, asserted, at }],
    });
    return;
  }
}

/** Some tablets run the next version of the app, which writes totes in capitals; the office is updated at some time, and then understands both. */
function otherVersion(scenario: Scenario, tablet: Tablet): void {
  if (!scenario.isReleased && scenario.dice.chance(0.3)) scenario.release();
  else tablet.isOfTomorrow = !tablet.isOfTomorrow;
}

/** Causes a fault. */
export function strike(scenario: Scenario): void {
  const tablet = scenario.dice.one(scenario.tablets);
  const weights = scenario.plot.faults ?? {};
  const fault = scenario.dice.weighted(
    (Object.entries(faults) as [FaultName, Fault][]).map(([name, of]) => [weights[name] ?? of.weight, of] as const),
  );
  if (tablet) fault?.strike?.(scenario, tablet);
}
