import { officeStatusWords, stockWords } from '../../shared/ordering/office-status-words.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Found } from './client.ts';
import type { Hit, HitGroup } from './hit.ts';

/** How many rows of a kind are shown if a list can show the others. */
const MAX_ROWS = 3;

type Kind = keyof Found;
type Match<Name extends Kind> = Found[Name]['items'][number];

const list = (...parts: (string | null | false | undefined)[]): string => parts.filter(Boolean).join(', ');

const order = ({ uuid, order_number, account, site, client_po_reference, status, ...quantities }: Match<'orders'>): Hit => ({
  key: uuid,
  icon: 'file',
  code: order_number,
  name: list(account.name, site),
  note: [client_po_reference, status === 'submitted' || status === 'part_shipped' ? stockWords(quantities) : null].filter(Boolean).join(' · '),
  end: { note: officeStatusWords[status] },
  to: `/admin/orders/${uuid}/edit`,
  actions: (signal) => import('./order-actions.ts').then(({ orderActions }) => orderActions(uuid, signal)),
});

const wearer = ({ id, name, employee_number, account }: Match<'wearers'>): Hit => ({
  key: `wearer-${id}`,
  icon: 'user',
  name,
  note: [employee_number, account.name].filter(Boolean).join(' · '),
  to: `/admin/accounts/${account.id}/employees/${id}`,
});

const parcel = ({ dispatch_number, tracking_number, dispatched_at, orders_count, order: first }: Match<'parcels'>): Hit => ({
  key: dispatch_number,
  icon: 'truck',
  code: tracking_number ?? dispatch_number,
  name: orders_count > 1 ? `${orders_count} orders` : `Order ${first.order_number}`,
  note: list(tracking_number && dispatch_number, first.account.name, first.site),
  end: { note: dispatched_at ? `Dispatched ${formatDate(dispatched_at, 'list')}` : 'Waiting for the courier' },
  to: orders_count > 1 ? `/admin/shipping/dispatches#search=${encodeURIComponent(dispatch_number)}` : `/admin/orders/${first.uuid}/edit`,
});

const sku = ({ id, sku: code, name, size, colour, colour_hex, bin, qty_free, media }: Match<'skus'>): Hit => ({
  key: `sku-${id}`,
  icon: { media, colour: colour_hex },
  code,
  name: list(size, name, colour),
  end: { note: `${qty_free} free`, bin, ...(qty_free < 5 && { tone: 'warn' }) },
  to: `/admin/stock/${id}`,
});

const product = ({ id, sku: code, name, colour_hex, media }: Match<'products'>): Hit => ({
  key: `product-${id}`,
  icon: { media, colour: colour_hex },
  code,
  name,
  to: `/admin/products/${id}/edit`,
});

const account = ({ id, name, reference }: Match<'accounts'>): Hit => ({
  key: `account-${id}`,
  icon: 'building',
  name,
  note: reference,
  to: `/admin/accounts/${id}/edit`,
});

const purchaseOrder = (match: Match<'purchase_orders'>): Hit => ({
  key: `purchase-order-${match.id}`,
  icon: 'box',
  code: match.our_reference,
  name: match.supplier ?? 'Purchase order',
  note: match.supplier_reference ?? undefined,
  end: { note: list(match.status_description, match.due_on && `due ${formatDate(match.due_on, 'list')}`) },
  to: `/admin/purchase-orders/${match.id}/edit`,
});

const site = ({ id, name, reference_1, postcode, account: client }: Match<'sites'>): Hit => ({
  key: `site-${id}`,
  icon: 'pin',
  name,
  note: [postcode, reference_1, client.name].filter(Boolean).join(' · '),
  to: `/admin/accounts/${client.id}/sites/${id}/edit`,
});

/** The rows of a kind, and a row that opens its list with the search if it has more of them. */
function group<One>(
  found: { items: readonly One[]; has_more: boolean },
  typed: string,
  heading: string,
  hitOf: (match: One) => Hit,
  all?: [string, string],
): HitGroup {
  const hits = found.items.map(hitOf);
  if (!all || (hits.length <= MAX_ROWS && !found.has_more)) return { heading, hits };
  const [noun, path] = all;
  const rest: Hit = { key: `all-${noun}`, icon: 'search', name: `All ${noun} with “${typed}”`, to: `${path}#search=${encodeURIComponent(typed)}` };
  return { heading, hits: [...hits.slice(0, MAX_ROWS), rest] };
}

/** The rows of everything that a search has found, by kind. */
export const foundGroups = (found: Found, typed: string): HitGroup[] => [
  group(found.orders, typed, 'Order', order, ['orders', '/admin/orders']),
  group(found.wearers, typed, 'Wearer', wearer),
  group(found.parcels, typed, 'Parcel', parcel),
  group(found.skus, typed, 'SKU', sku, ['SKUs', '/admin/stock']),
  group(found.products, typed, 'Product', product, ['products', '/admin/products']),
  group(found.accounts, typed, 'Account', account, ['accounts', '/admin/accounts']),
  group(found.purchase_orders, typed, 'Purchase order', purchaseOrder, ['purchase orders', '/admin/purchase-orders']),
  group(found.sites, typed, 'Site', site),
];
