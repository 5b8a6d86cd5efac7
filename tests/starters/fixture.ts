import { and, asc, eq } from 'drizzle-orm';
import { jobKinds } from '../../server/background.ts';
import { outbox } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { purchases } from '../shortfall/fixture.ts';

/** A client with a role whose kit is two polos in Navy, and functions that add people who start. The clock is on Friday 20 November 2026. */
export async function starterFixture({ starter_kit = 'off', account = {} }: { starter_kit?: 'off' | 'ask' | 'order'; account?: object } = {}) {
  const w = await clientFixture({ account: { ...account } });
  w.setClock('2026-11-20T09:00:00.000Z');
  const role = await w.employeeRole({ account_id: w.client.id, name: 'Driver' });
  const kitPath = `/api/accounts/${w.client.id}/employee-roles/${role.id}/kit`;
  const setKit = async (lines: object[]): Promise<void> => {
    const { status, body } = await w.admin.put(kitPath, { lines });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  await setKit([{ product_id: w.parent.id, quantity: 2, variation_colour: 'Navy' }]);
  const office = await w.as('super');
  const settings = (change: object, by = w.admin) => by.put(`/api/accounts/${w.client.id}`, change);
  if (starter_kit !== 'off') await settings({ starter_kit });

  let n = 0;
  const starter = (more: Record<string, unknown> = {}) => {
    n += 1;
    return {
      forenames: 'Chloe',
      surname: `Starter ${n}`,
      employee_number: `S${w.client.id}-${n}`,
      email: `starter.${w.client.id}.${n}@example.test`,
      roles: ['employee'],
      sites: [w.site.id],
      employee_roles: [role.id],
      clothing_sets: [w.set.id],
      started_on: '2026-12-07',
      ...more,
    };
  };
  const add = async (more: Record<string, unknown> = {}, by = w.admin): Promise<{ id: number; email: string }> => {
    const { status, body } = await by.post('/api/employees', starter(more));
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const runJobs = (): Promise<number> =>
    runDueJobs(
      w.services,
      jobKinds.filter(({ kind }) => kind === 'order_kit'),
      new AbortController().signal,
    );
  const mails = (to?: string) =>
    w.database.reader
      .select({ to: outbox.to, subject: outbox.subject, text: outbox.text })
      .from(outbox)
      .where(and(eq(outbox.account_id, w.client.id), eq(outbox.kind, 'size_request'), to === undefined ? undefined : eq(outbox.to, to)))
      .orderBy(asc(outbox.id));
  const tokenFor = async (email: string): Promise<string> => {
    const token = /\/sizes\/([\w-]+)/.exec((await mails(email)).at(-1)?.text ?? '')?.[1];
    if (!token) throw new Error(`nothing was sent to ${email}`);
    return token;
  };
  const path = `/api/accounts/${w.client.id}/starters`;
  const list = async (query = '', by = w.admin) => (await by.get(`${path}${query}`)).body;
  const first = async (query = '', by = w.admin) => (await list(query, by)).items[0];
  const ordersOf = async () => (await w.admin.get('/api/orders?per_page=100')).body.items;
  const stock = async (id: number, value: number): Promise<void> => {
    const { status, body } = await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const recordSize = (id: number, product_id = w.medium.id, by = w.admin) => by.put(`/api/employees/${id}/sizes/${w.parent.id}`, { product_id });
  return {
    ...w,
    role,
    setKit,
    office,
    settings,
    starter,
    add,
    runJobs,
    mails,
    tokenFor,
    path,
    list,
    first,
    ordersOf,
    stock,
    recordSize,
    purchase: purchases(w),
  };
}
