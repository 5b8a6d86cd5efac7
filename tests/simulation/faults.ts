import type { Story } from './story.ts';
import type { Tablet, Weather } from './tablet.ts';

/** Everything that goes wrong, and how; `weight` says how often it is tried. The wire's own faults happen under bad weather. */
interface Fault {
  says: string;
  weight: number;
  strike: ((story: Story, tablet: Tablet) => void) | null;
}

const weather =
  (to: Weather) =>
  (_story: Story, tablet: Tablet): void => {
    tablet.weather = to;
    tablet.say(`the network is ${to}`);
  };

export const faults = {
  good_weather: { says: 'the network of a tablet is good again', weight: 12, strike: weather('good') },
  offline: { says: 'a tablet has no network', weight: 6, strike: weather('offline') },
  drop_request: { says: 'a request is lost on its way', weight: 8, strike: weather('flaky') },
  drop_response: { says: 'an answer is lost on its way', weight: 0, strike: null },
  duplicate: { says: 'a request arrives twice', weight: 0, strike: null },
  delay: { says: 'a request or an answer takes up to a minute', weight: 0, strike: null },
  reorder: { says: 'a request arrives after a later one', weight: 0, strike: null },
  server_error: { says: 'something answers 500, 502 or 503', weight: 2, strike: weather('errors') },
  captive_portal: { says: 'a captive portal answers in place of the server', weight: 2, strike: weather('portal') },
  lost_poke: { says: 'a poke does not reach its tablet', weight: 0, strike: null },
  kill: {
    says: 'the app is killed at one of its awaits',
    weight: 8,
    strike: ({ dice }, tablet) => {
      // Now and then while it starts.
      if (dice.chance(0.2)) tablet.powerCut();
      const tab = dice.one(tablet.tabs) ?? tablet.boot();
      tab.life.fuse = { left: dice.between(1, 14), when: dice.chance(0.5) ? 'before' : 'after' };
    },
  },
  lost_tail: {
    says: 'a power cut loses the last transactions of the cache',
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
    says: 'the browser closes the databases by force',
    weight: 3,
    strike: ({ dice }, tablet) => {
      tablet.closings = dice.between(1, 2);
    },
  },
  quota: {
    says: 'the disk is full',
    weight: 2,
    strike: ({ dice }, tablet) => {
      tablet.fullness = dice.between(1, 5);
      tablet.say('the disk is full');
    },
  },
  eviction: {
    says: 'the browser throws the storage of the app away',
    weight: 1,
    strike: (story, tablet) => story.begin(evict(story, tablet)),
  },
  two_tabs: {
    says: 'a second tab of the app is opened, or closed again',
    weight: 3,
    strike: ({ history }, tablet) => {
      if (tablet.tabs.length < 2) {
        tablet.boot();
        history.fault('two_tabs');
      } else tablet.tabs[0]?.close();
    },
  },
  lost_lock: {
    says: 'two tabs both believe that they hold the lock',
    weight: 1,
    strike: ({ history }, tablet) => {
      tablet.isLockBroken = !tablet.isLockBroken;
      if (tablet.tabs.length < 2) tablet.boot();
      history.fault('lost_lock');
    },
  },
  expired_token: {
    says: 'the session of the person at a tablet is over: 401',
    weight: 2,
    strike: (story, tablet) => {
      story.history.fault('expired_token');
      tablet.say('the session is over');
      story.begin(story.expire(tablet));
    },
  },
  disabled_user: {
    says: 'the office disables a person who has actions waiting, or lets them in again',
    weight: 2,
    strike: (story) => {
      const person = story.dice.one(story.warehouse.people.filter(({ role }) => role === 'warehouse'));
      if (!person) return;
      if (!story.disabled.has(person.id)) story.history.fault('disabled_user');
      story.begin(story.disable(person, !story.disabled.has(person.id)));
    },
  },
  user_switch: {
    says: 'somebody else signs in on a tablet with a waiting queue',
    weight: 4,
    strike: (story, tablet) => {
      const person = story.dice.one(story.warehouse.people);
      if (!person) return;
      story.history.fault('user_switch');
      story.signIn(tablet, person);
    },
  },
  wrong_clock: {
    says: 'the clock of a tablet is a day off',
    weight: 2,
    strike: ({ dice, history }, tablet) => {
      tablet.clockOff = dice.between(-1, 1) * 86_400_000;
      if (tablet.clockOff) history.fault('wrong_clock');
      tablet.say(`the clock is ${tablet.clockOff ? 'a day off' : 'right'}`);
    },
  },
  server_crash: {
    says: 'the server crashes in the middle of a batch',
    weight: 3,
    strike: ({ dice, server, history }) => {
      server.crashAt(dice.between(1, 6), dice.chance(0.5) ? 'before' : 'kept');
      history.fault('server_crash');
    },
  },
  busy_database: {
    says: 'the database answers that it is busy',
    weight: 2,
    strike: ({ dice, server, stage }) => {
      server.isBusy = true;
      stage.after(dice.between(1_000, 10_000), () => {
        server.isBusy = false;
      });
    },
  },
  backup: { says: 'a backup is taken', weight: 2, strike: (story) => story.takeBackup() },
  restore: { says: 'the server is restored from a backup', weight: 1, strike: (story) => story.restore() },
  stray_request: { says: 'a request arrives a second time without its first action', weight: 0, strike: null },
  cloned_tablet: {
    says: 'a tablet is cloned while it runs: two of one device, ledger and client',
    weight: 0.3,
    strike: (story, tablet) => story.begin(clone(story, tablet)),
  },
  foreign_client: {
    says: 'a tablet sends an action under the client id of another one',
    weight: 1,
    strike: (story, tablet) => story.begin(pretend(story, tablet)),
  },
  old_version: {
    says: 'the queue holds a mutation of an older version, or of one that the server does not know yet',
    weight: 1.5,
    strike: (story, tablet) => otherVersion(story, tablet),
  },
  app_update: {
    says: 'a new version of the app begins with an empty cache',
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

async function evict(story: Story, tablet: Tablet): Promise<void> {
  const { device } = tablet;
  tablet.formerDevices.push(device);
  const waiting = await tablet.evict();
  story.history.fault('eviction');
  tablet.say(`the browser has thrown everything away, ${waiting.length} actions with it`);
  // An app that died before it could say that an action was saved owes nobody a word about it.
  const said = waiting.filter((m) => story.saidToBeSaved.has(m));
  if (said.length > 0) story.losses.push({ tablet, n: said.length, isRestored: false });
  tablet.device = '';
  tablet.boot();
}

/** Two machines that are one to the server, both with actions to come. */
async function clone(story: Story, tablet: Tablet): Promise<void> {
  const tab = tablet.tab;
  if (!tab || story.tablets.length > 6 || tablet.isClone) return;
  const twin = tablet.clone(`${tablet.name}${story.tablets.length}`);
  if (!twin) return;
  story.history.fault('cloned_tablet');
  story.addTablet(twin);
  twin.nextClient = tab.client;
  for (const { k } of await twin.storage.ledger.read((t) => t.facts.all()))
    if (k.startsWith('client:')) story.history.sharedClients.add(k.slice('client:'.length));
  story.history.sharedClients.add(tab.client);
  twin.say('is the same machine a second time');
  twin.boot();
}

/** Sends what another tablet has waiting, in that one's name but from here. */
async function pretend(story: Story, tablet: Tablet): Promise<void> {
  const { server, history, warehouse } = story;
  const known = server.connection.prepare('select 1 from sync_clients where c = ? and device = ?');
  for (const other of story.tablets.filter(({ device }) => device !== tablet.device)) {
    const [row] = await other.storage.ledger.read((t) => t.outbox.all());
    const facts = (await tablet.storage.ledger.read((t) => t.facts.get('device'))) as { device: string; secret: string } | undefined;
    if (!row || !facts || !known.get(row.c, other.device)) continue;
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

/** Some tablets run the app of tomorrow, whose totes are called in capitals; the office is updated at some time, and then understands both. */
function otherVersion(story: Story, tablet: Tablet): void {
  if (!story.isReleased && story.dice.chance(0.3)) story.release();
  else tablet.isOfTomorrow = !tablet.isOfTomorrow;
}

/** Has something go wrong. */
export function strike(story: Story): void {
  const tablet = story.dice.one(story.tablets);
  const weights = story.plot.faults ?? {};
  const fault = story.dice.weighted((Object.entries(faults) as [FaultName, Fault][]).map(([name, of]) => [weights[name] ?? of.weight, of] as const));
  if (tablet) fault?.strike?.(story, tablet);
}
