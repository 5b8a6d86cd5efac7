import type { Role } from '../../shared/roles.ts';
import { world } from '../world.ts';

/** Makes a client with two sites, an admin, a wearer, and a clothing set with one style in three sizes. */
export async function clientFixture({ price = 1250, account = {} as Record<string, unknown> } = {}) {
  const w = await world();
  const client = await w.account(account);
  const site = await w.site(client.id);
  const elsewhere = await w.site(client.id);
  const person = (role: Role, values: Parameters<typeof w.user>[1] = {}) => w.user(role, { account_id: client.id, sites: [site.id], ...values });
  const signed = async (role: Role, values: Parameters<typeof w.user>[1] = {}) => w.signIn(await person(role, values));
  const wearer = await person('employee');
  const { parent, children } = await w.style(['S', 'M', 'L']);
  const [small, medium, large] = children;
  if (!small || !medium || !large) throw new Error('no sizes');
  const set = await w.clothingSet(client.id, { products: [{ product_id: parent.id, price }], wearers: [wearer.id] });
  const admin = await signed('client_admin');
  const dress = (user_id: number) => w.wear(user_id, set.id);

  const draft = async (by = admin, employees = [wearer.id]): Promise<string> => {
    const { status, body } = await by.post('/api/orders', { employees });
    if (status !== 201) throw new Error(`no draft: ${status} ${JSON.stringify(body)}`);
    return body.uuid;
  };
  const order = async (
    uuid: string,
    product_id = medium.id,
    quantity = 1,
    by = admin,
    employee_id = wearer.id,
    more: Record<string, unknown> = {},
  ) => {
    const answer = await by.post(`/api/orders/${uuid}/employees/${employee_id}/lines`, { lines: [{ product_id, quantity, ...more }] });
    if (answer.status !== 201) throw new Error(`no line: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.lines[0];
  };
  const details = {
    set_delivery_details: true,
    delivery_site_id: site.id,
    delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
    contact_name: 'Ann Field',
  };
  const submit = (uuid: string, more: Record<string, unknown> = {}, by = admin) =>
    by.put(`/api/orders/${uuid}?submitted=true`, { ...details, terms: true, ...more });
  /** Submits an order of one line. Returns the order's uuid. */
  const submitted = async (quantity = 1): Promise<string> => {
    const uuid = await draft();
    await order(uuid, medium.id, quantity);
    const { status, body } = await submit(uuid);
    if (status !== 200) throw new Error(`not submitted: ${JSON.stringify(body)}`);
    return uuid;
  };
  return {
    ...w,
    newSite: w.site,
    client,
    site,
    elsewhere,
    person,
    signed,
    wearer,
    parent,
    small,
    medium,
    large,
    set,
    admin,
    dress,
    draft,
    order,
    details,
    submit,
    submitted,
  };
}
