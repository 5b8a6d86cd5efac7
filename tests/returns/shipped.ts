import type { Caller } from '../world.ts';

const ok = async (request: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await request;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  return body as any;
};

/** Ships all allocated items of an order, with prep if needed and without a courier. With `allocates`, allocates stock first. */
export async function ship(office: Caller, uuid: string, { allocates = true } = {}): Promise<void> {
  const path = `/api/admin/picking/orders/${uuid}`;
  await ok(office.put(`/api/admin/orders/${uuid}/update`, { skip_dispatch: true }));
  if (allocates) await ok(office.post(`/api/admin/orders/${uuid}/allocate-all`));
  await ok(office.post(`/api/admin/orders/${uuid}/allocate`));
  const { lines } = await ok(office.put(path, { action: 'start' }));
  for (const { id, qty_allocated } of lines) await ok(office.put(`/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated }));
  await ok(office.post(`${path}/move-to-prep`));
  const { status } = await ok(office.get(`/api/orders/${uuid}`));
  if (status === 'picked') await ok(office.put(`/api/admin/prep/orders/${uuid}`, { prep_completed: true }));
}
