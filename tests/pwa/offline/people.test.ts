import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { browserLedger } from '../../../pwa/offline/browser-stores.ts';
import { People } from '../../../pwa/offline/people.ts';
import { pinWait } from '../../../pwa/offline/pin-wait.ts';
import { hasLeft, signedIn } from '../../../pwa/offline/signed-in.ts';
import type { Session } from '../../../pwa/session/store.ts';
import { checkPin, hashPin } from '../../../shared/sync/pin.ts';
import type { StaffRow } from '../../../shared/sync/rows.ts';
import { Device, floorOf, Tablet } from './world.ts';

const ann = { id: 17, pin_hash: '4711' };
const bea = { id: 18, pin_hash: '2204' };
const plainly = async (hash: string, digits: string): Promise<boolean> => hash === digits;

function peopleOf(check: typeof checkPin = plainly) {
  const of = { indexedDB: new IDBFactory(), IDBKeyRange };
  let now = Date.parse('2026-11-21T09:00:00.000Z');
  const clock = { now: () => now };
  const ledger = browserLedger(of);
  return {
    people: new People(ledger, clock, check),
    /** The same tablet with a restarted browser. */
    again: () => new People(browserLedger(of), clock, check),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('the third wrong PIN causes a wait of half a minute, and each further wrong PIN doubles the wait, up to 15 minutes', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 40].map(pinWait)).toEqual([0, 0, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000]);
});

test('while a person has to wait, even the right PIN is refused, also after a restart; other people do not have to wait', async () => {
  const { people, again, pass } = peopleOf();
  expect(await people.waitsUntil(ann.id)).toBeNull();
  for (const wrong of ['1', '2']) expect(await people.tryPin(ann, wrong)).toMatchObject({ ok: false, until: null });
  const third = await people.tryPin(ann, '3');
  expect(third).toEqual({ ok: false, wrong: 3, until: '2026-11-21T09:00:30.000Z' });
  expect(await again().tryPin(ann, '4711')).toEqual(third);
  expect(await again().waitsUntil(ann.id)).toBe('2026-11-21T09:00:30.000Z');
  expect(await people.tryPin(bea, '2204')).toEqual({ ok: true });
  pass(30_000);
  expect(await people.waitsUntil(ann.id)).toBeNull();
  expect(await people.tryPin(ann, '4')).toMatchObject({ wrong: 4, until: '2026-11-21T09:01:30.000Z' });
  pass(60_000);
  expect(await people.tryPin(ann, '4711')).toEqual({ ok: true });
  expect(await people.tryPin(ann, '1')).toMatchObject({ wrong: 1, until: null });
});

test('wrong PINs that are entered at the same time are all counted until the wait begins', async () => {
  const { people } = peopleOf();
  await Promise.all(['1', '2', '3', '4'].map((wrong) => people.tryPin(ann, wrong)));
  expect(await people.tryPin(ann, '4711')).toMatchObject({ ok: false, wrong: 3 });
});

test('a clock that was set back by a day does not lock somebody out for a day', async () => {
  const { people, pass } = peopleOf();
  for (const wrong of ['1', '2', '3']) await people.tryPin(ann, wrong);
  pass(-86_400_000);
  expect(await people.tryPin(ann, '4711')).toEqual({ ok: true });
});

test('the longest wait begins with the eighth wrong PIN and lasts 15 minutes', async () => {
  const { people, pass } = peopleOf();
  for (let i = 0; i < 8; i++) {
    pass(900_000);
    await people.tryPin(ann, '1');
  }
  expect(await people.tryPin(ann, '4711')).toEqual({ ok: false, wrong: 8, until: '2026-11-21T11:15:00.000Z' });
});

test('a PIN is checked on the tablet against the hash from the office', async () => {
  const { people } = peopleOf(checkPin);
  const person = { id: 17, pin_hash: await hashPin('4711') };
  expect(await people.tryPin(person, '4712')).toMatchObject({ ok: false });
  expect(await people.tryPin(person, '4711')).toEqual({ ok: true });
});

const office = {
  token: 'token-1',
  expires_at: '2026-12-21T09:00:00.000Z',
  who: { user: { id: 1, name: 'Priya Raman', primary_role: 'super' } },
} as Session;

test('of two stored sessions the newer one stays', async () => {
  const { people, again } = peopleOf();
  expect(await people.session()).toBeNull();
  await people.keepSession({ at: 2, session: office });
  await people.keepSession({ at: 1, session: null });
  await people.keepSession({ at: 2, session: null });
  expect(await again().session()).toEqual({ at: 2, session: office });
  await people.keepSession({ at: 3, session: null });
  expect(await again().session()).toEqual({ at: 3, session: null });
});

test('somebody who works by PIN acts in their own name as warehouse staff, and the action is marked; a locked tablet refuses actions', async () => {
  expect(signedIn(office)).toEqual({ token: 'token-1', actor: { id: 1, name: 'Priya Raman', role: 'super' }, asserted: false });
  const byPin = signedIn({ ...office, at_work: { id: 17, name: 'Ann' }, is_expired: true });
  expect(byPin).toEqual({ token: null, actor: { id: 17, name: 'Ann', role: 'warehouse' }, asserted: true });
  const lockedUp = signedIn({ ...office, is_locked: true });
  expect(lockedUp).toMatchObject({ token: 'token-1', actor: null });
  expect(signedIn({ ...office, who: { ...office.who, user: { ...office.who.user, primary_role: 'client_admin' } } })).toBeNull();

  const server = floorOf(2, 1);
  const tablet = await Tablet.boot(server, new Device());
  await tablet.settle();
  tablet.engine.signIn(lockedUp);
  expect(await tablet.engine.mutate('pick.start', { pick_id: 1 })).toMatchObject({ ok: false, code: 'locked' });
  expect(tablet.waiting).toBe(0);
  tablet.engine.signIn(byPin && { ...byPin, token: 'token-1' });
  await tablet.start(1);
  tablet.engine.signIn(signedIn(office));
  await tablet.start(2);
  await tablet.settle();
  const actors = server.requests.flatMap(({ push }) => push).map(({ actor_id, asserted }) => ({ actor_id, asserted }));
  expect(actors).toEqual([
    { actor_id: 17, asserted: true },
    { actor_id: 1, asserted: false },
  ]);
});

test('somebody who works by PIN is locked out once the pulled list of people no longer contains them; an empty list locks out nobody', () => {
  const staff = (...ids: number[]) => ({ staff: new Map(ids.map((id) => [id, { id } as StaffRow])) });
  const byPin: Session = { ...office, at_work: { id: 17, name: 'Ann' } };
  expect(hasLeft(byPin, staff(1, 17))).toBe(false);
  expect(hasLeft(byPin, staff(1))).toBe(true);
  expect(hasLeft(byPin, staff())).toBe(false);
  expect(hasLeft({ ...byPin, is_locked: true }, staff(1))).toBe(false);
  expect(hasLeft(office, staff(17))).toBe(false);
  expect(hasLeft(null, staff(1))).toBe(false);
});
