import type { Session } from '../../pwa/session/store.ts';
import type { Product } from './product.ts';

interface Offered {
  items: { decorations_for_employee: string[]; children: { id: number; qty_free: number | null }[] }[];
}

/** Submits and releases an order for one wearer, with `quantity` items of each of `styles` different styles. Returns the order's uuid. */
export async function releaseOrder(
  product: Pick<Product, 'url' | 'signIn' | 'get'>,
  { styles, quantity }: { styles: number; quantity: number },
): Promise<string> {
  const client = await product.signIn('client.admin@northgate.test');
  const office = await product.signIn('super@kitroom.test');
  const send = async (who: Session, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { items: people } = (await product.get(client, '/api/employees?per_page=100')) as { items: { id: number }[] };
  for (const { id } of people) {
    const { items } = (await product.get(client, `/api/employees/${id}/products`)) as Offered;
    // Only the office reads how many items are free.
    const stocked = ((await product.get(office, `/api/employees/${id}/products`)) as Offered).items.flatMap(({ children }) => children);
    const free = new Map(stocked.map((child) => [child.id, child.qty_free ?? 0]));
    const lines = items.flatMap(({ children, decorations_for_employee: [decoration = null] }) => {
      const child = children.find((one) => (free.get(one.id) ?? 0) >= quantity);
      return child ? [{ product_id: child.id, quantity, is_size_selected: true, decoration }] : [];
    });
    if (lines.length < styles) continue;
    const { uuid } = await send(client, 'POST', '/api/orders', { employees: [id] });
    await send(client, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, { lines: lines.slice(0, styles) });
    const { items: sites } = (await product.get(client, '/api/sites?per_page=1&include=delivery_address')) as {
      items: { id: number; delivery_address: object }[];
    };
    await send(client, 'PUT', `/api/orders/${uuid}?submitted=true`, {
      set_delivery_details: true,
      delivery_site_id: sites[0]?.id,
      delivery_address: sites[0]?.delivery_address,
      contact_name: 'Ann Field',
      client_po_reference: 'PO-SCAN',
      cost_code: 'CC-1',
      terms: true,
      force_over_budget_order: true,
    });
    await send(office, 'POST', `/api/admin/orders/${uuid}/allocate-all`);
    await send(office, 'POST', `/api/admin/orders/${uuid}/allocate`);
    return String(uuid);
  }
  throw new Error('The demo has nobody who can be dressed in that many styles from the shelf.');
}
