import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { users } from '../../server/db/tables/index.ts';
import { checkPin } from '../../shared/sync/pin.ts';
import { floor } from './tablet.ts';

const password = 'a long enough password';

test('a PIN reaches only the tablets on which its owner has signed in, and these tablets check it without a network', async () => {
  const here = await floor();
  const owner = await here.as('warehouse', { password_hash: await hashPassword(password) });
  const registeredTablet = here.tablet(here.picker);
  const strange = here.tablet(here.picker);
  registeredTablet.who = owner;
  await registeredTablet.sync();
  registeredTablet.who = here.picker;
  await strange.sync();

  expect(await owner.put('/api/sync/pin', { pin: '4711', current_password: 'not this one' })).toMatchObject({ status: 422 });
  expect(await owner.put('/api/sync/pin', { pin: '47', current_password: password })).toMatchObject({ status: 422 });
  expect(await owner.put('/api/sync/pin', { pin: '4711', current_password: password })).toMatchObject({ status: 200, body: { has_pin: true } });

  await registeredTablet.sync();
  const { pin_hash } = registeredTablet.rows.staff.get(owner.id) ?? {};
  expect(await checkPin(pin_hash ?? '', '4711')).toBe(true);
  expect(await checkPin(pin_hash ?? '', '4712')).toBe(false);
  await strange.sync();
  expect(strange.rows.staff.get(owner.id)).toMatchObject({ pin_hash: null });

  // A tablet gets a person's PIN once the person has signed in on this tablet.
  strange.who = owner;
  await strange.sync();
  expect(strange.rows.staff.get(owner.id)).toMatchObject({ pin_hash });

  expect(await owner.put('/api/sync/pin', { pin: null, current_password: password })).toMatchObject({ status: 200, body: { has_pin: false } });
  await registeredTablet.sync();
  expect(registeredTablet.rows.staff.get(owner.id)).toMatchObject({ pin_hash: null });
});

test('a person whose account is disabled can work by PIN until the next sync; what they do until then becomes an open item', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const owner = await here.as('warehouse', { password_hash: await hashPassword(password) });
  const [ownerTablet, whole] = [here.tablet(owner), here.tablet(here.picker)];
  await ownerTablet.sync();
  expect((await owner.put('/api/sync/pin', { pin: '4711', current_password: password })).status).toBe(200);
  ownerTablet.who = here.picker;
  await ownerTablet.sync();
  const { pin_hash } = ownerTablet.rows.staff.get(owner.id) ?? {};

  // Without a network the tablet does not learn that the person is disabled, so it accepts their PIN and records their actions.
  await here.database.unitOfWork((db) => db.update(users).set({ is_disabled: true }).where(eq(users.id, owner.id)));
  expect(await checkPin(pin_hash ?? '', '4711')).toBe(true);
  const started = ownerTablet.next({ n: 'pick.start', a: { pick_id: order.pick_id }, actor_id: owner.id, asserted: true });
  const answer = await ownerTablet.sync(started);
  expect(answer.results).toMatchObject([{ m: started.m, outcome: 'rejected', code: 'ACTOR_DISABLED' }]);
  expect(answer.outcomes).toMatchObject([{ m: started.m, code: 'ACTOR_DISABLED' }]);
  expect(ownerTablet.rows.pick.get(order.uuid)).toMatchObject({ state: 'released', picker: null });

  // The same response removes the person and their PIN from the tablet, and every new pull leaves them out.
  expect(ownerTablet.rows.staff.has(owner.id)).toBe(false);
  await whole.sync();
  expect(whole.rows.staff.has(owner.id)).toBe(false);

  // A person who may sign in again has the same PIN.
  await here.database.unitOfWork((db) => db.update(users).set({ is_disabled: false }).where(eq(users.id, owner.id)));
  await ownerTablet.sync();
  expect(ownerTablet.rows.staff.get(owner.id)).toMatchObject({ pin_hash });
});

test('only people of the floor can set a PIN', async () => {
  const here = await floor();
  const client = await here.as('client_admin', { password_hash: await hashPassword(password) });
  expect(await client.put('/api/sync/pin', { pin: '4711', current_password: password })).toMatchObject({ status: 403 });
});

test('wrong passwords at sign-in and at setting a PIN are counted together; after five, both refuse even the right password with 429', async () => {
  const here = await floor();
  const owner = await here.as('warehouse', { email: 'pin.owner@example.test', password_hash: await hashPassword(password) });
  const guess = (current_password: string) => owner.put('/api/sync/pin', { pin: '4711', current_password });
  for (let tries = 0; tries < 5; tries++) expect((await guess(`guess number ${tries}`)).status).toBe(422);
  expect((await guess(password)).status).toBe(429);
  expect((await here.anyone.post('/api/auth/login', { email: 'pin.owner@example.test', password })).status).toBe(429);
  here.setClock(16);
  expect((await guess(password)).status).toBe(200);
});
