import { describe, expect, test } from 'vitest';
import { leaverWithItems } from './fixture.ts';

describe('the list of people who leave', () => {
  test('says what somebody holds, where their collection is and what is to be done', async () => {
    const f = await leaverWithItems();
    const { admin, client, wearer, path, three, one, two, open, receive, office } = f;
    const list = async (query = '', by = admin) => (await by.get(`/api/accounts/${client.id}/leavers${query}`)).body;
    const only = async () => (await list()).items[0];
    const { items, ...totals } = await list();
    expect(items).toMatchObject([
      {
        employee: { id: wearer.id },
        leaves_on: '2026-11-25',
        state: 'to_collect',
        next_step: 'collect',
        qty_held: 6,
        collection: null,
        qty_not_returned: 0,
        deduction_consent_on: null,
      },
    ]);
    expect(items[0].value_now).toBe((await admin.get(`${path}/holdings`)).body.total_value_now);
    expect(totals).toMatchObject({ total: 1, leaving: 1, is_cut: false, states: { to_collect: 1, open: 0, closed: 0 } });

    const { id } = (await open()).body;
    const slip = { id, slip: `/collections/${id}/slip`, qty_expected: 6 };
    expect(await only()).toMatchObject({ state: 'open', next_step: 'print_slip', collection: { ...slip, qty_received: 0 } });
    await receive(id, [{ order_line_id: three, quantity: 2, outcome: 'restock' }]);
    expect(await only()).toMatchObject({ state: 'part', next_step: 'print_slip', qty_held: 4, collection: { ...slip, qty_received: 2 } });
    await office.post(`/api/admin/collections/${id}/close`);
    expect(await only()).toMatchObject({ state: 'closed', next_step: 'record_consent', qty_held: 4, qty_not_returned: 4 });
    await admin.put(path, { deduction_consent_on: '2026-11-20' });
    expect(await only()).toMatchObject({ next_step: null, deduction_consent_on: '2026-11-20' });
    expect(await list('?state=closed')).toMatchObject({ total: 1 });
    expect(await list('?state=open')).toMatchObject({ total: 0, leaving: 1 });

    // A second collection of the rest brings everything back.
    const rest = (await open()).body;
    const back = [three, one, two].map((order_line_id, n) => ({ order_line_id, quantity: [1, 1, 2][n], outcome: 'restock' }));
    await receive(rest.id, back);
    expect(await only()).toMatchObject({ state: 'received', next_step: null, qty_held: 0, value_now: null, qty_not_returned: 0 });
  });

  test('leads to the report where what is kept may be deducted', async () => {
    const { admin, client, path } = await leaverWithItems();
    const list = async (query = '') => (await admin.get(`/api/accounts/${client.id}/leavers${query}`)).body;
    await admin.put(path, { leaves_on: '2026-10-21' });
    expect((await list()).items).toMatchObject([{ state: 'to_collect', next_step: 'record_consent' }]);
    await admin.put(path, { deduction_consent_on: '2026-10-01' });
    expect((await list()).items).toMatchObject([{ next_step: 'report' }]);
    // People who left more than 90 days ago are listed where they are asked for.
    await admin.put(path, { leaves_on: '2026-08-01' });
    expect(await list()).toMatchObject({ total: 0, leaving: 0 });
    expect(await list('?from=2026-08-01&until=2026-08-31')).toMatchObject({ total: 1 });
    expect(await list('?from=2026-08-02')).toMatchObject({ total: 0 });
    expect((await admin.get(`/api/accounts/${client.id}/leavers?state=unknown`)).status).toBe(422);
  });

  test('is read by the office and by managers for their own sites, and not by employees or strangers', async () => {
    const { client, office, wearer, as, signed, signIn, user, account } = await leaverWithItems();
    const url = `/api/accounts/${client.id}/leavers`;
    expect((await office.get(url)).body).toMatchObject({ total: 1 });
    for (const role of ['manager', 'site_admin'] as const) {
      const near = await signed(role);
      expect((await near.get(url)).body).toMatchObject({ total: 1, items: [{ employee: { id: wearer.id } }] });
      const far = await signIn(await user(role, { account_id: client.id }));
      expect((await far.get(url)).body).toMatchObject({ total: 0 });
    }
    expect((await (await signIn(wearer)).get(url)).status).toBe(403);
    expect((await (await as('warehouse')).get(url)).status).toBe(403);
    const stranger = await signIn(await user('client_admin', { account_id: (await account()).id }));
    expect((await stranger.get(url)).status).toBe(404);
    expect((await office.get('/api/accounts/999999/leavers')).status).toBe(404);
  });
});
