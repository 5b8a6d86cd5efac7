import { describe, expect, test } from 'vitest';
import { sizeFixture } from './fixture.ts';

describe('the office’s choice of sizes for a wearer', () => {
  test('sets the sizes, and the requester is notified once no size of the order is missing', async () => {
    const { unsized, wearer, colleague, admin, as, large, small, setClock } = await sizeFixture();
    const office = await as('super');
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    setClock(1);
    const choose = (employee: number, line: number | undefined, product_id: number) =>
      office.put(`/api/admin/orders/${uuid}`, { update: true, employee, sizes: [{ id: line, product_id }] });
    expect(await choose(wearer.id, lines[0], large.id)).toMatchObject({
      status: 200,
      body: { progress_summary: { lines_with_sizes: 1, lines_with_no_sizes: 1 } },
    });
    expect((await choose(colleague.id, lines[1], small.id)).body.progress_summary).toMatchObject({ lines_with_no_sizes: 0 });
    const { body } = await admin.get(`/api/orders/${uuid}`);
    expect(body.lines).toMatchObject([
      { id: lines[0], product_id: large.id, is_size_selected: true },
      { id: lines[1], product_id: small.id, is_size_selected: true },
    ]);
    const titles = (await admin.get('/api/notifications')).body.items.map(({ data }: { data: { title: string } }) => data.title);
    expect(titles).toEqual([expect.stringMatching(/^Order \d{5} has all its sizes$/)]);
    const events = (await office.get(`/api/orders/${uuid}/timeline`)).body.items.filter(({ kind }: { kind: string }) => kind === 'size_chosen');
    expect(events).toMatchObject([{ count: 2 }]);
  });

  test('saves only sizes that are still missing; a size that was chosen meanwhile is returned as chosen already', async () => {
    const { unsized, wearer, as, large, small } = await sizeFixture();
    const office = await as('super');
    const { uuid, lines } = await unsized([wearer.id, wearer.id]);
    const send = (sizes: object[]) => office.put(`/api/admin/orders/${uuid}`, { update: true, employee: wearer.id, sizes });
    const [first, second] = lines;
    expect(await send([{ id: first, product_id: small.id }])).toMatchObject({ status: 200, body: { chosen_already: [] } });
    const both = [
      { id: first, product_id: large.id },
      { id: second, product_id: large.id },
    ];
    expect(await send(both)).toMatchObject({ status: 200, body: { chosen_already: [{ id: first, product_id: small.id }] } });
    const { body } = await office.get(`/api/orders/${uuid}`);
    expect(body.lines).toMatchObject([
      { id: first, product_id: small.id },
      { id: second, product_id: large.id, is_size_selected: true },
    ]);
    expect(await send(both)).toMatchObject({
      status: 200,
      body: { version: body.version, chosen_already: [{ id: first }, { id: second, product_id: large.id }] },
    });
  });

  test('stores none of the sizes if one is wrong, and names the fault', async () => {
    const { unsized, wearer, colleague, as, large } = await sizeFixture();
    const office = await as('super');
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    const send = (body: object) => office.put(`/api/admin/orders/${uuid}`, { update: true, employee: wearer.id, ...body });
    const [own, others] = lines;
    const sizes = [
      { id: own, product_id: large.id },
      { id: others, product_id: large.id },
    ];
    expect(await send({ sizes })).toMatchObject({
      status: 422,
      body: { errors: { 'sizes.1.id': [expect.stringContaining('does not need a size')] } },
    });
    expect(await send({ sizes: [{ id: own, product_id: 987_654 }] })).toMatchObject({
      status: 422,
      body: { errors: { 'sizes.0.product_id': expect.any(Array) } },
    });
    for (const body of [{ sizes: [] }, { sizes: { [String(own)]: large.id } }, { sizes, employee: null }])
      expect((await send(body)).status).toBe(422);
    expect((await office.get(`/api/orders/${uuid}`)).body.progress_summary.lines_with_no_sizes).toBe(2);
  });

  test('is refused to a client and to the warehouse, and on a cancelled order', async () => {
    const { unsized, wearer, admin, as, large } = await sizeFixture();
    const { uuid, lines } = await unsized();
    const body = { update: true, employee: wearer.id, sizes: [{ id: lines[0], product_id: large.id }] };
    expect((await admin.put(`/api/admin/orders/${uuid}`, body)).status).toBe(403);
    expect((await (await as('warehouse')).put(`/api/admin/orders/${uuid}`, body)).status).toBe(403);
    const office = await as('super');
    expect((await admin.post(`/api/orders/${uuid}/cancel`, {})).status).toBe(200);
    expect(await office.put(`/api/admin/orders/${uuid}`, body)).toMatchObject({ status: 409, body: { code: 'order_cancelled' } });
  });
});
