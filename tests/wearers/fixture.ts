import { loadReference } from '../../server/reference/load-reference.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';

interface ReturnLine {
  id: number;
  line: { id: number };
  qty_requested: number;
}

/** A wearer, stock of a style in three sizes, and functions that ship orders to the wearer and decide the wearer's returns. */
export async function returnableWearer() {
  const fixture = await clientFixture();
  const { admin, small, medium, large, wearer, draft, order, submit, database, setClock } = fixture;
  await database.unitOfWork((db) => loadReference(db));
  const office = await fixture.as('super');
  for (const { id } of [small, medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 100 });
  const [reason] = (await office.get('/api/return-reasons')).body.items;
  /** Orders and ships one line for each product and quantity. */
  const sent = async (...lines: [product_id: number, quantity: number][]) => {
    setClock(60);
    const uuid = await draft();
    const ids: number[] = [];
    for (const [product_id, quantity] of lines) ids.push((await order(uuid, product_id, quantity)).id);
    await submit(uuid);
    await ship(office, uuid);
    return { uuid, lines: ids };
  };
  const path = `/api/employees/${wearer.id}`;
  const back = (line: number, qty_to_return: number) => ({ id: line, qty_to_return, return_reason: reason.id as number });
  /** Finalises a return; `approves` computes the approved quantity of each line, by default all that was requested. */
  const finalise = async (id: number, approves = (qty_requested: number): number => qty_requested) => {
    const { lines } = (await office.get<{ lines: ReturnLine[] }>(`/api/admin/returns/${id}`)).body;
    const decided = lines.map(({ id, line, qty_requested }) => ({ id, line_id: line.id, qty_requested, qty_approved: approves(qty_requested) }));
    for (const { id: line, qty_approved } of decided) await office.put(`/api/admin/returns/${id}/lines/${line}`, { qty_approved });
    const { status } = await office.put(`/api/admin/returns/${id}`, { finalise: true });
    if (status !== 200) throw new Error(`not finalised: ${status}`);
    return decided;
  };
  return { ...fixture, office, sent, path, back, finalise, issued: async (by = admin, query = '') => (await by.get(`${path}/issued${query}`)).body };
}
