import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { checkPin } from '../../shared/sync/pin.ts';
import { floor } from './tablet.ts';

const password = 'a long enough password';

test('a PIN reaches only the tablets its owner has signed in on, and is checked there without a network', async () => {
  const here = await floor();
  const owner = await here.as('warehouse', { password_hash: await hashPassword(password) });
  const known = here.tablet(here.picker);
  const strange = here.tablet(here.picker);
  known.who = owner;
  await known.sync();
  known.who = here.picker;
  await strange.sync();

  expect(await owner.put('/api/sync/pin', { pin: '4711', current_password: 'not this one' })).toMatchObject({ status: 422 });
  expect(await owner.put('/api/sync/pin', { pin: '47', current_password: password })).toMatchObject({ status: 422 });
  expect(await owner.put('/api/sync/pin', { pin: '4711', current_password: password })).toMatchObject({ status: 200, body: { has_pin: true } });

  await known.sync();
  const { pin_hash } = known.rows.staff.get(owner.id) ?? {};
  expect(await checkPin(pin_hash ?? '', '4711')).toBe(true);
  expect(await checkPin(pin_hash ?? '', '4712')).toBe(false);
  await strange.sync();
  expect(strange.rows.staff.get(owner.id)).toMatchObject({ pin_hash: null });

  // Signing in on a tablet is enough to be known there from then on.
  strange.who = owner;
  await strange.sync();
  expect(strange.rows.staff.get(owner.id)).toMatchObject({ pin_hash });

  expect(await owner.put('/api/sync/pin', { pin: null, current_password: password })).toMatchObject({ status: 200, body: { has_pin: false } });
  await known.sync();
  expect(known.rows.staff.get(owner.id)).toMatchObject({ pin_hash: null });
});

test('only the floor has PINs', async () => {
  const here = await floor();
  const client = await here.as('client_admin', { password_hash: await hashPassword(password) });
  expect(await client.put('/api/sync/pin', { pin: '4711', current_password: password })).toMatchObject({ status: 403 });
});
