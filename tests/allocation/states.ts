import { clientFixture } from '../ordering/fixture.ts';

const ok = async (request: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await request;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  return body as any;
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
/** An order that was brought to one of the states through the API. */
export type OrderAtState = { uuid: string; path: string; floor: string; line: number; pick_line?: number; dispatch_id?: number };

/** A client with stock to order, the office and a picker, and every state that an order can be brought to. */
export async function openStage() {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  // A colleague brings orders to a state: if the same person repeated an action, the repeat would be answered as already done.
  const colleague = await fixture.as('super');
  const picker = await fixture.as('warehouse');
  const asking = await fixture.signIn({ id: fixture.wearer.id, role: 'employee' });
  await ok(office.put(`/api/admin/products/${fixture.medium.id}`, { field: 'qty_available', value: 100_000 }));

  const at = (uuid: string, line: number): OrderAtState => ({
    uuid,
    path: `/api/admin/orders/${uuid}`,
    floor: `/api/admin/picking/orders/${uuid}`,
    line,
  });
  const draft = async (decoration?: string): Promise<OrderAtState> => {
    const uuid = await fixture.draft();
    const { id } = await fixture.order(uuid, fixture.medium.id, 2, fixture.admin, fixture.wearer.id, decoration ? { decoration } : {});
    return at(uuid, id);
  };
  const submitOrder = async (decoration?: string): Promise<OrderAtState> => {
    const order = await draft(decoration);
    await ok(fixture.submit(order.uuid));
    return order;
  };
  const requested = async (): Promise<OrderAtState> => {
    const uuid = await fixture.draft(asking);
    const { id } = await fixture.order(uuid, fixture.medium.id, 2, asking);
    await ok(fixture.submit(uuid, {}, asking));
    return at(uuid, id);
  };
  const stocked = async (decoration?: string): Promise<OrderAtState> => {
    const order = await submitOrder(decoration);
    await ok(office.post(`${order.path}/allocate-all`));
    return order;
  };
  const releaseOrder = async (decoration?: string): Promise<OrderAtState> => {
    const order = await stocked(decoration);
    await ok(colleague.post(`${order.path}/allocate`));
    return order;
  };
  const hold = async (order: OrderAtState): Promise<OrderAtState> => {
    await ok(office.put(order.path, { is_frozen: true, frozen_reason: 'query' }));
    return order;
  };
  const start = async (order: OrderAtState) => {
    const { lines } = await ok(picker.put(order.floor, { action: 'start' }));
    const pick_line = lines[0].id as number;
    return { order: { ...order, pick_line }, pick_line, qty: lines[0].qty_allocated as number };
  };
  const record = async (order: OrderAtState): Promise<OrderAtState> => {
    const { order: startedOrder, pick_line, qty } = await start(order);
    await ok(picker.put(`/api/admin/picking/lines/${pick_line}`, { qty_picked: qty }));
    return startedOrder;
  };
  const complete = async (order: OrderAtState): Promise<OrderAtState> => {
    await record(order);
    await ok(picker.post(`${order.floor}/move-to-prep`));
    return order;
  };
  const parcel = (uuid: string) => ({ orders: [{ uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false });
  const dispatch = async (order: OrderAtState): Promise<OrderAtState> => {
    await complete(order);
    const { items } = await ok(picker.post('/api/admin/shipping/orders/dispatch', parcel(order.uuid)));
    return { ...order, dispatch_id: items[0].id };
  };
  const ship = async (order: OrderAtState): Promise<OrderAtState> => {
    const dispatchedOrder = await dispatch(order);
    await ok(picker.put(`/api/admin/shipping/orders/dispatches/${dispatchedOrder.dispatch_id}`, { tracking_number: 'AB123' }));
    return dispatchedOrder;
  };

  const states = {
    draft: () => draft(),
    requested,
    submitted: () => submitOrder(),
    with_stock: () => stocked(),
    held: async () => hold(await stocked()),
    allocated: () => releaseOrder(),
    held_on_floor: async () => hold(await releaseOrder()),
    picking: async () => (await start(await releaseOrder())).order,
    recorded: async () => record(await releaseOrder()),
    picking_paused: async () => {
      const { order } = await start(await releaseOrder());
      await ok(picker.post(`${order.floor}/pause`));
      return order;
    },
    picked: async () => complete(await releaseOrder('Logo, left chest')),
    booked: async () => complete(await releaseOrder()),
    waiting_for_courier: async () => dispatch(await releaseOrder()),
    part_shipped: async () => {
      const order = await submitOrder();
      await ok(office.put(`${order.path}/lines/${order.line}/allocation`, { qty_allocated: 1 }));
      await ok(colleague.post(`${order.path}/allocate`));
      return ship(order);
    },
    shipped: async () => ship(await releaseOrder()),
    cancelled: async () => {
      const order = await submitOrder();
      await ok(colleague.post(`/api/orders/${order.uuid}/cancel`));
      return order;
    },
    deleted: async () => {
      const order = await submitOrder();
      await ok(office.delete(order.path));
      return order;
    },
  } satisfies Record<string, () => Promise<OrderAtState>>;

  type StateAction = (order: OrderAtState) => Promise<{ status: number; body: unknown }>;
  const pickLine = async (order: OrderAtState): Promise<number> => {
    if (order.pick_line !== undefined) return order.pick_line;
    const { status, body } = await office.get(order.floor);
    return status === 200 ? (body.lines[0]?.id ?? 0) : 0;
  };
  const actions = {
    submit: ({ uuid }) => fixture.submit(uuid, {}, office),
    change_head: ({ path }) => office.put(`${path}/update`, { cost_code: 'C-100' }),
    change_line: ({ line }) => office.put(`/api/admin/order-lines/${line}`, { qty_requested: 3 }),
    delete_line: ({ uuid, line }) => office.delete(`/api/orders/${uuid}/lines/${line}`),
    set_line: ({ path, line }) => office.put(`${path}/lines/${line}/allocation`, { qty_allocated: 1 }),
    allocate_all: ({ path }) => office.post(`${path}/allocate-all`),
    release: ({ path }) => office.post(`${path}/allocate`),
    unallocate: ({ path }) => office.put(path, { unallocate: true }),
    send_back: ({ path }) => office.put(path, { sendBack: true }),
    reopen: ({ path }) => office.post(`${path}/reopen`, { reason: 'wrong colour' }),
    hold: ({ path }) => office.put(path, { is_frozen: true, frozen_reason: 'credit stop' }),
    let_go: ({ path }) => office.put(path, { is_frozen: false }),
    cancel: ({ uuid }) => office.post(`/api/orders/${uuid}/cancel`),
    delete: ({ path }) => office.delete(path),
    claim: ({ floor }) => picker.put(floor, { action: 'start' }),
    pause: ({ floor }) => picker.post(`${floor}/pause`),
    hand_over: ({ floor }) => picker.post(`${floor}/handover`),
    record: async (order) => picker.put(`/api/admin/picking/lines/${await pickLine(order)}`, { qty_picked: 1, code: 'SHORT' }),
    complete_pick: ({ floor }) => office.post(`${floor}/move-to-prep`),
    complete_prep: ({ uuid }) => office.put(`/api/admin/prep/orders/${uuid}`, { prep_completed: true }),
    dispatch: ({ uuid }) => office.post('/api/admin/shipping/orders/dispatch', parcel(uuid)),
    set_as_allocated: ({ path }) => office.post(`${path}/set-as-allocated`),
    set_as_dispatched: ({ path }) => office.post(`${path}/set-as-allocated?dispatched=1`),
  } satisfies Record<string, StateAction>;

  return { ...fixture, office, picker, states, actions };
}
