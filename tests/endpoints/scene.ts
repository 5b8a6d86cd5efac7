import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import { accounts, auditRows, noticeAccounts, notices, notifications, returnReasons, savedAddresses } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeDrawing } from '../../server/files/store-file.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import type { Role } from '../../shared/roles.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { type Caller, world } from '../world.ts';

export type Scene = Awaited<ReturnType<typeof openScene>>;

const ok = async (response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  return body as any;
};

/** Makes two client companies, the provider's people, and functions that make orders in every state. Called once for a test file. */
export async function openScene() {
  const fixture = await clientFixture();
  const { as, user, signIn, draft, order, submitted, wearer, medium, client } = fixture;
  const office = await as('super');
  const picker = await as('warehouse');
  await ok(office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 10_000 }));

  const other = await fixture.account({ name: 'Elsewhere Holdings' });
  const otherSite = await (await world()).site(other.id, { name: 'Elsewhere Yard' });
  const otherWearer = await user('employee', { account_id: other.id, sites: [otherSite.id], surname: 'Elsewhere' });
  const { children: otherSizes } = await fixture.style(['S', 'M'], { name: 'Elsewhere Jacket' });
  const [otherProduct] = otherSizes;
  if (!otherProduct) throw new Error('no product');
  const otherCustom = await fixture.product({ name: 'Elsewhere Tabard', is_csp: true, account_id: other.id });
  const otherSet = await fixture.clothingSet(other.id, { products: [{ product_id: otherProduct.id }], wearers: [otherWearer.id] });
  const otherRole = await fixture.employeeRole({ account_id: other.id, name: 'Elsewhere Crew', holders: [otherWearer.id] });
  const otherAllowance = await ok(
    office.post(`/api/accounts/${other.id}/allowances`, {
      name: 'Elsewhere Shirts',
      employee_role_id: otherRole.id,
      unit: 'items',
      amount: 3,
      covers: { all: true },
      period_months: 12,
      anchor: 'fixed',
      starts_on: '2026-01-01',
      when_exceeded: 'warn',
    }),
  );
  const signInAs = async (role: Role, account_id: number, sites: number[]): Promise<Caller> =>
    signIn({ id: (await user(role, { account_id, sites })).id, role });

  const colleague = await fixture.person('employee');
  await fixture.dress(colleague.id);
  const asking = await signIn({ id: wearer.id, role: 'employee' });

  /** People by their relation to the first company. `nobody` has no session. */
  const callers = {
    nobody: fixture.anyone,
    office,
    picker,
    embroiderer: await as('embroiderer'),
    admin: fixture.admin,
    employee: asking,
    stranger: await signInAs('client_admin', other.id, []),
  };

  const withLine = async (): Promise<{ uuid: string; line: number }> => {
    const uuid = await draft();
    return { uuid, line: (await order(uuid)).id };
  };
  const line = async (uuid: string): Promise<number> => (await ok(office.get(`/api/orders/${uuid}`))).lines[0].id;
  const requested = async (): Promise<string> => {
    const uuid = await draft(asking, [wearer.id]);
    await order(uuid, medium.id, 1, asking);
    await ok(fixture.submit(uuid, {}, asking));
    return uuid;
  };
  /** Submits an order with a line that needs a size. */
  const unsized = async (): Promise<{ uuid: string; line: number }> => {
    const uuid = await draft();
    const { id } = await order(uuid, fixture.parent.id);
    await ok(fixture.submit(uuid, { confirm_missing_sizes: true }));
    return { uuid, line: id };
  };
  const allocated = async (): Promise<string> => {
    const uuid = await submitted(2);
    await ok(office.post(`/api/admin/orders/${uuid}/allocate-all`));
    return uuid;
  };
  /** Requests the preview of an allocation run over one order. With `is_done`, also finishes the preview. Returns the run's id. */
  const run = async ({ is_done = false } = {}): Promise<number> => {
    const { id } = await ok(office.post('/api/admin/allocation-runs', { rule: 'oldest', is_preview: true, orders: [await submitted()] }));
    if (is_done) await runDueJobs(fixture.services, [runAllocation], new AbortController().signal);
    return id;
  };
  const released = async (): Promise<string> => {
    const uuid = await allocated();
    await ok(office.post(`/api/admin/orders/${uuid}/allocate`));
    return uuid;
  };
  const started = async (): Promise<{ uuid: string; line: number }> => {
    const uuid = await released();
    const pick = await ok(picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' }));
    return { uuid, line: pick.lines[0].id };
  };
  const recorded = async (): Promise<{ uuid: string; line: number }> => {
    const pick = await started();
    await ok(picker.put(`/api/admin/picking/lines/${pick.line}`, { qty_picked: 2 }));
    return pick;
  };
  const booked = async (): Promise<string> => {
    const { uuid } = await recorded();
    await ok(picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`));
    return uuid;
  };
  /** Picks an order that needs prep: it has to be bagged for two wearers, and has an item to decorate. */
  const picked = async (): Promise<{ uuid: string; line: number }> => {
    const uuid = await draft(fixture.admin, [wearer.id, colleague.id]);
    await order(uuid, medium.id, 1, fixture.admin, wearer.id, { decoration: 'Logo, left chest' });
    await order(uuid, medium.id, 1, fixture.admin, colleague.id);
    await ok(fixture.submit(uuid));
    await ok(office.post(`/api/admin/orders/${uuid}/allocate-all`));
    await ok(office.post(`/api/admin/orders/${uuid}/allocate`));
    const { lines } = await ok(picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' }));
    for (const { id } of lines) await ok(picker.put(`/api/admin/picking/lines/${id}`, { qty_picked: 1 }));
    await ok(picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`));
    return { uuid, line: lines.find(({ decoration }: { decoration: string | null }) => decoration).id };
  };
  const parcel = (uuid: string) => ({ uuid, service_key: '220', total_weight: 5, total_items: 1 });
  const dispatched = async (): Promise<{ uuid: string; id: number }> => {
    const uuid = await booked();
    const { items } = await ok(picker.post('/api/admin/shipping/orders/dispatch', { orders: [parcel(uuid)], consolidated: false }));
    return { uuid, id: items[0].id };
  };
  const shipped = async (): Promise<{ uuid: string; id: number }> => {
    const dispatch = await dispatched();
    await ok(picker.put(`/api/admin/shipping/orders/dispatches/${dispatch.id}`, { tracking_number: 'AB123' }));
    return dispatch;
  };
  /** Ships an order. Returns the order's uuid, the path at which the client returns an item, and the line to send in the body. */
  const returnable = async () => {
    const { uuid } = await shipped();
    await fixture.database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
    const [reason] = (await ok(office.get('/api/return-reasons'))).items;
    const returnLine = { id: await line(uuid), qty_to_return: 1, return_reason: reason.id as number };
    return { path: `/api/orders/${uuid}/returns`, uuid, sent: returnLine };
  };
  /** Makes a return of one item on which nobody has decided. */
  const returned = async (): Promise<{ id: number; line: number }> => {
    const { path, sent } = await returnable();
    const { id, lines } = await ok(fixture.admin.post(path, { lines: [sent] }));
    return { id, line: lines[0].id };
  };
  /** A line that was shipped, and the person who wears it. */
  const shippedLine = async (): Promise<{ employee_id: number; line: number }> => {
    const { uuid, sent } = await returnable();
    const { lines } = await ok(office.get(`/api/orders/${uuid}`));
    const { employee } = lines.find(({ id }: { id: number }) => id === sent.id);
    return { employee_id: employee.id, line: sent.id };
  };
  /** Opens a collection of one item. */
  const collection = async (): Promise<{ id: number; employee_id: number; line: number }> => {
    const { employee_id, line } = await shippedLine();
    const body = { lines: [{ order_line_id: line, quantity: 1 }] };
    const { id } = await ok(fixture.admin.post(`/api/employees/${employee_id}/collections`, body));
    return { id, employee_id, line };
  };
  /** Makes a draft of a supplier return with one line, and approves it if requested. */
  const supplierReturn = async ({ approved = false } = {}): Promise<{ id: number; line: number }> => {
    const supplier = await fixture.supplier({ sales_email: 'sales@supplier.test' });
    const { id: product_id } = await fixture.product({ supplier_id: supplier.id });
    await ok(office.put(`/api/admin/products/${product_id}`, { field: 'qty_available', value: 10 }));
    const { id } = await ok(office.post('/api/admin/supplier-returns', { supplier_id: supplier.id }));
    const { id: line } = await ok(office.post(`/api/admin/supplier-returns/${id}/lines`, { product_id, qty_requested: 2 }));
    if (approved) await ok(office.put(`/api/admin/supplier-returns/${id}`, { approved: true }));
    return { id, line };
  };
  /** Makes a draft purchase order with one line. */
  const purchaseOrder = async (of: { work_order?: boolean } = {}): Promise<{ id: number; line: number }> => {
    const supplier = await fixture.supplier({ sales_email: 'sales@supplier.test', ...of });
    const { id: product_id } = await fixture.product({ supplier_id: supplier.id });
    const { id } = await ok(office.post('/api/admin/purchase-orders', { supplier_id: supplier.id }));
    const { id: line } = await ok(office.post(`/api/admin/purchase-orders/${id}/lines`, { product_id, qty_requested: 2, unit_price: 600 }));
    return { id, line };
  };
  /** Makes a purchase order of which one item has been received. */
  const receivedOrder = async (): Promise<{ id: number; receipt: number }> => {
    const { id, line } = await purchaseOrder();
    await ok(office.put(`/api/admin/purchase-orders/${id}`, { approved: true }));
    const { receipt } = await ok(office.put(`/api/admin/purchase-orders/${id}`, { lines: [{ id: line, qty_new: 1 }] }));
    return { id, receipt: receipt.id };
  };
  /** Makes an action that a tablet sends too late, so that the action needs a person's decision. Returns the action's id. */
  const openItem = async (): Promise<string> => {
    const { uuid } = await started();
    const pick = await ok(picker.get(`/api/admin/picking/orders/${uuid}`));
    await ok(office.put(`/api/admin/orders/${uuid}`, { sendBack: true }));
    const m = randomUUID();
    const push = { c: randomUUID(), s: 1, m, n: 'pick.pause', nv: 1, a: { pick_id: pick.id }, base: {}, actor_id: picker.id, asserted: false };
    await ok(picker.post('/api/sync', envelope([{ ...push, at: fixture.now() }])));
    return m;
  };
  const envelope = (push: unknown[] = []) => ({
    pv: 1,
    device: randomUUID(),
    secret: randomBytes(32).toString('hex'),
    pending: push.length,
    push,
    pull: { cursor: null, lm: {} },
  });
  const savedAddress = (user_id: number) =>
    fixture.database.unitOfWork(async (db) => {
      const [row] = await db
        .insert(savedAddresses)
        .values({ user_id, address_line_1: '9 Mill Lane', postcode: 'LS1 4AP', created_at: fixture.now() })
        .returning();
      if (!row) throw new Error('no address');
      return row.id;
    });
  const notification = (user_id: number) =>
    fixture.database.unitOfWork(async (db) => {
      const [row] = await db
        .insert(notifications)
        .values({ user_id, data: { title: 'News', message: 'Something happened' }, created_at: fixture.now() })
        .returning();
      if (!row) throw new Error('no notification');
      return row.id;
    });
  /** Stores a logo of the first company. Returns the hash of the file. */
  const logo = async (): Promise<string> => {
    const file = await storeDrawing(
      fixture.services.settings.DATA_DIR,
      `<svg xmlns="http://www.w3.org/2000/svg"><title>${randomUUID()}</title></svg>`,
    );
    await fixture.database.unitOfWork(async (db) => {
      const logo_file_id = await registerFile({ db, now: fixture.now() }, file);
      await db.update(accounts).set({ logo_file_id }).where(eq(accounts.id, client.id));
    });
    return file.hash;
  };
  /** Makes a notice with a file for the first company. Returns the notice's id. */
  const notice = async (): Promise<number> => {
    const file = await storeDrawing(fixture.services.settings.DATA_DIR, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    return fixture.database.unitOfWork(async (db) => {
      const file_id = await registerFile({ db, now: fixture.now() }, file);
      const [row] = await db.insert(notices).values({ name: 'news', subject: 'News', file_id, created_at: fixture.now() }).returning();
      if (!row) throw new Error('no notice');
      await db.insert(noticeAccounts).values({ notice_id: row.id, account_id: client.id });
      return row.id;
    });
  };
  /** Stores a picture of a product. Returns the hash of the file. */
  const pictureOf = async (product_id: number): Promise<string> => {
    const file = await storeDrawing(fixture.services.settings.DATA_DIR, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await fixture.picture(product_id, await fixture.database.unitOfWork((db) => registerFile({ db, now: fixture.now() }, file)));
    return file.hash;
  };
  /** Starts a draft to the wearer’s site that also has a line for somebody who works at another site. */
  const mixedDraft = async (): Promise<string> => {
    const away = await fixture.person('employee', { sites: [fixture.elsewhere.id] });
    await fixture.dress(away.id);
    const uuid = await draft(fixture.admin, [wearer.id, away.id]);
    await order(uuid);
    await order(uuid, medium.id, 1, fixture.admin, away.id);
    await ok(fixture.admin.put(`/api/orders/${uuid}`, fixture.details));
    return uuid;
  };
  const splitDraft = async (): Promise<string> => {
    const uuid = await mixedDraft();
    await ok(fixture.admin.post(`/api/orders/${uuid}/split`, {}));
    return uuid;
  };
  /** Counts the audit events. A refused call must not change the count. */
  const trace = (): Promise<number> => fixture.database.reader.$count(auditRows);

  return {
    ...fixture,
    callers,
    office,
    picker,
    client,
    other: {
      account: other,
      site: otherSite,
      wearer: otherWearer,
      product: otherProduct,
      custom: otherCustom,
      set: otherSet,
      role: otherRole,
      allowance: otherAllowance,
    },
    colleague,
    withLine,
    line,
    mixedDraft,
    splitDraft,
    requested,
    unsized,
    allocated,
    run,
    released,
    started,
    recorded,
    booked,
    picked,
    parcel,
    dispatched,
    shipped,
    returnable,
    returned,
    shippedLine,
    collection,
    supplierReturn,
    purchaseOrder,
    receivedOrder,
    openItem,
    envelope,
    savedAddress,
    notification,
    notice,
    logo,
    pictureOf,
    trace,
  };
}
