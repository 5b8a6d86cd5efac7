import type { Scenario } from './scenario.ts';
import type { NetworkState, Tablet } from './tablet.ts';

/** Every fault and how it is caused; `weight` is how often it is tried. Network faults without `inject` happen while the network is not good. */
interface Fault {
  description: string;
  weight: number;
  inject: ((scenario: Scenario, tablet: Tablet) => void) | null;
}

const setNetworkState =
  (state: NetworkState) =>
  (_scenario: Scenario, tablet: Tablet): void => {
    tablet.networkState = state;
    tablet.log(`the network is ${state}`);
  };

export const faults = {
  good_network: { description: 'the network of a tablet is good again', weight: 12, inject: setNetworkState('good') },
  offline: { description: 'a tablet has no network', weight: 6, inject: setNetworkState('offline') },
  drop_request: { description: 'a request is lost on its way', weight: 8, inject: setNetworkState('flaky') },
  drop_response: { description: 'an answer is lost on its way', weight: 0, inject: null },
  duplicate: { description: 'a request arrives twice', weight: 0, inject: null },
  delay: { description: 'a request or an answer takes up to a minute', weight: 0, inject: null },
  reorder: { description: 'a request arrives after a later one', weight: 0, inject: null },
  server_error: { description: 'something answers 500, 502 or 503', weight: 2, inject: setNetworkState('errors') },
  captive_portal: { description: 'a captive portal answers in place of the server', weight: 2, inject: setNetworkState('portal') },
  lost_poke: { description: 'a poke does not reach its tablet', weight: 0, inject: null },
  kill: {
    description: 'the app is killed at one of its awaits',
    weight: 8,
    inject: ({ random }, tablet) => {
      // Many kills come during the app's start, because each await of the start happens only once.
      const isAtStart = random.chance(0.35);
      if (isAtStart) tablet.powerCut();
      const tab = random.one(tablet.tabs) ?? tablet.boot();
      tab.process.plannedKill = { left: random.between(1, isAtStart ? 10 : 14), when: random.chance(0.5) ? 'before' : 'after' };
    },
  },
  lost_tail: {
    description: 'a power cut loses the last transactions of the cache',
    weight: 3,
    inject: ({ random, history }, tablet) => {
      tablet.powerCut();
      const count = tablet.storage.loseTransactions(random.between(1, 6));
      tablet.log(`the power is cut, and ${count} transactions of the cache are lost`);
      if (count > 0) history.fault('lost_tail');
      tablet.boot();
    },
  },
  forced_close: {
    description: 'the browser closes the databases by force',
    weight: 3,
    inject: ({ random }, tablet) => {
      tablet.forcedCloses = random.between(1, 2);
    },
  },
  quota: {
    description: 'the disk is full',
    weight: 2,
    inject: ({ random }, tablet) => {
      tablet.missingSpace = random.between(1, 5);
      tablet.log('the disk is full');
    },
  },
  eviction: {
    description: 'the browser deletes the storage of the app',
    weight: 1,
    inject: (scenario, tablet) => scenario.runInBackground(evictStorage(scenario, tablet)),
  },
  two_tabs: {
    description: 'a second tab of the app is opened, or closed again',
    weight: 3,
    inject: ({ history }, tablet) => {
      if (tablet.tabs.length < 2) {
        tablet.boot();
        history.fault('two_tabs');
      } else tablet.tabs[0]?.close();
    },
  },
  lost_lock: {
    description: 'two tabs both believe that they hold the lock',
    weight: 1,
    inject: ({ history }, tablet) => {
      tablet.isLockBroken = !tablet.isLockBroken;
      if (tablet.tabs.length < 2) tablet.boot();
      history.fault('lost_lock');
    },
  },
  expired_token: {
    description: 'the session of the person at a tablet is over: 401',
    weight: 2,
    inject: (scenario, tablet) => {
      scenario.history.fault('expired_token');
      tablet.log('the session is over');
      scenario.runInBackground(scenario.expire(tablet));
    },
  },
  disabled_user: {
    description: 'the office disables a person who has actions waiting, or enables them again',
    weight: 2,
    inject: (scenario) => {
      const person = scenario.random.one(scenario.warehouse.people.filter(({ role }) => role === 'warehouse'));
      if (!person) return;
      if (!scenario.disabled.has(person.id)) scenario.history.fault('disabled_user');
      scenario.runInBackground(scenario.disable(person, !scenario.disabled.has(person.id)));
    },
  },
  user_switch: {
    description: 'somebody else signs in on a tablet with a waiting queue',
    weight: 4,
    inject: (scenario, tablet) => {
      const person = scenario.random.one(scenario.warehouse.people);
      if (!person) return;
      scenario.history.fault('user_switch');
      scenario.signIn(tablet, person);
    },
  },
  wrong_clock: {
    description: 'the clock of a tablet is a day off',
    weight: 2,
    inject: ({ random, history }, tablet) => {
      tablet.clockOff = random.between(-1, 1) * 86_400_000;
      if (tablet.clockOff) history.fault('wrong_clock');
      tablet.log(`the clock is ${tablet.clockOff ? 'a day off' : 'right'}`);
    },
  },
  server_crash: {
    description: 'the server crashes in the middle of a batch',
    weight: 3,
    inject: ({ random, server, history }) => {
      server.crashAt(random.between(1, 6), random.chance(0.5) ? 'before' : 'after');
      history.fault('server_crash');
    },
  },
  busy_database: {
    description: 'the database answers that it is busy',
    weight: 2,
    inject: ({ random, server, scheduler }) => {
      server.isBusy = true;
      scheduler.schedule(random.between(1_000, 10_000), () => {
        server.isBusy = false;
      });
    },
  },
  backup: { description: 'a backup is taken', weight: 2, inject: (scenario) => scenario.takeBackup() },
  restore: { description: 'the server is restored from a backup', weight: 1, inject: (scenario) => scenario.restore() },
  stray_request: { description: 'a request arrives a second time without its first action', weight: 0, inject: null },
  cloned_tablet: {
    description: 'a tablet is cloned while it runs: two of one device, ledger and client',
    weight: 0.3,
    inject: (scenario, tablet) => scenario.runInBackground(cloneTablet(scenario, tablet)),
  },
  foreign_client: {
    description: 'a tablet sends an action under the client id of another one',
    weight: 1,
    inject: (scenario, tablet) => scenario.runInBackground(sendForOtherTablet(scenario, tablet)),
  },
  old_version: {
    description: 'the queue holds a mutation of an older version, or of one that the server does not know yet',
    weight: 1.5,
    inject: (scenario, tablet) => switchVersion(scenario, tablet),
  },
  app_update: {
    description: 'a new version of the app begins with an empty cache',
    weight: 1,
    inject: ({ history }, tablet) => {
      tablet.powerCut();
      tablet.storage.dropCache();
      history.fault('app_update');
      tablet.log('the app is updated');
      tablet.boot();
    },
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

async function evictStorage(scenario: Scenario, tablet: Tablet): Promise<void> {
  const { device } = tablet;
  tablet.formerDevices.push(device);
  const waiting = await tablet.evict();
  scenario.history.fault('eviction');
  for (const [m, { tablet: owner }] of scenario.delayed) if (owner === tablet) scenario.delayed.delete(m);
  tablet.log(`the browser has deleted everything, with ${waiting.length} actions`);
  // An app that was killed before it could show that an action was saved does not have to keep the action.
  const confirmed = waiting.filter((m) => scenario.confirmedSaved.has(m));
  if (confirmed.length > 0) scenario.losses.push({ tablet, count: confirmed.length, isRestored: false });
  tablet.device = '';
  tablet.boot();
}

/** Clones a tablet: the server takes the two machines for one, and both have actions to send. */
async function cloneTablet(scenario: Scenario, tablet: Tablet): Promise<void> {
  const tab = tablet.tab;
  if (!tab || scenario.tablets.length > 6 || tablet.isClone) return;
  const copy = tablet.clone(`${tablet.name}${scenario.tablets.length}`);
  if (!copy) return;
  scenario.history.fault('cloned_tablet');
  scenario.addTablet(copy);
  copy.nextClient = tab.client;
  for (const { k } of await copy.storage.ledger.read((t) => t.facts.all())) {
    if (k.startsWith('client:')) scenario.history.sharedClients.add(k.slice('client:'.length));
    if (k.startsWith('delayed:')) scenario.history.delayedTwice.add(k.slice('delayed:'.length));
  }
  scenario.history.sharedClients.add(tab.client);
  copy.log('is the same machine a second time');
  copy.boot();
}

/** Sends the first waiting action of another tablet from this tablet, as if this tablet had queued the action. */
async function sendForOtherTablet(scenario: Scenario, tablet: Tablet): Promise<void> {
  const { server, history, warehouse } = scenario;
  const registration = server.connection.prepare('select 1 from sync_clients where c = ? and device = ?');
  for (const other of scenario.tablets.filter(({ device }) => device !== tablet.device)) {
    const [row] = await other.storage.ledger.read((t) => t.outbox.all());
    const facts = (await tablet.storage.ledger.read((t) => t.facts.get('device'))) as { device: string; secret: string } | undefined;
    if (!row || !facts || !registration.get(row.c, other.device)) continue;
    const { c, s, m, n, nv, a, base, actor, asserted, at } = row;
    history.fault('foreign_client');
    history.log(`${tablet.name}: sends ${history.nameOf(m)} as if it were its own`);
    await server.receive('POST', '/api/sync', warehouse.office.token, {
      ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 1, pull: { cursor: null, lm: {} } },
      push: [{ c, s, m, n, nv, a, base, actor_id: actor.id, asserted, at }],
    });
    return;
  }
}

/**
 * Either updates the server, which then accepts both versions of the app, or switches a tablet to the other version. The next version writes totes in
 * capitals.
 */
function switchVersion(scenario: Scenario, tablet: Tablet): void {
  if (!scenario.isServerUpdated && scenario.random.chance(0.3)) scenario.updateServer();
  else tablet.isNextVersion = !tablet.isNextVersion;
}

/** Causes a fault. */
export function injectFault(scenario: Scenario): void {
  const tablet = scenario.random.one(scenario.tablets);
  const weights = scenario.options.faults ?? {};
  const fault = scenario.random.weighted(
    (Object.entries(faults) as [FaultName, Fault][]).map(([name, of]) => [weights[name] ?? of.weight, of] as const),
  );
  if (tablet) fault?.inject?.(scenario, tablet);
}
