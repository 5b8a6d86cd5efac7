/** Things that an audit row refers to by id and that people know by a name. */
export const namedKinds = [
  'account',
  'allowance',
  'category',
  'clothing_set',
  'collection',
  'dispatch',
  'employee_role',
  'error_code',
  'order',
  'order_line',
  'pick',
  'pick_line',
  'product',
  'purchase_order',
  'purchase_order_line',
  'return',
  'return_line',
  'return_reason',
  'site',
  'supplier',
  'supplier_return',
  'supplier_return_line',
  'user',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** The fields of an audit row whose values are ids or lists of ids, with the kind of thing that they refer to. */
const idFields: Readonly<Record<string, NamedKind>> = {
  account_id: 'account',
  allowance_id: 'allowance',
  approver_id: 'user',
  by: 'user',
  cancelled_by: 'user',
  category_id: 'category',
  clothing_set_id: 'clothing_set',
  clothing_sets: 'clothing_set',
  creator_id: 'user',
  delivery_site_id: 'site',
  dispatch_id: 'dispatch',
  dispatch_ids: 'dispatch',
  employee_id: 'user',
  employee_ids: 'user',
  employee_role_id: 'employee_role',
  employee_roles: 'employee_role',
  employees: 'user',
  exchange_order_id: 'order',
  exchange_product_id: 'product',
  excluded_sites: 'site',
  from: 'order',
  kept: 'order_line',
  line_id: 'order_line',
  move_to: 'site',
  order_id: 'order',
  order_line_id: 'order_line',
  orders: 'order',
  parent_id: 'product',
  pick_id: 'pick',
  pick_line_id: 'pick_line',
  picked_by: 'user',
  picked_product_id: 'product',
  picker_id: 'user',
  product_id: 'product',
  product_ids: 'product',
  products: 'product',
  reason_id: 'return_reason',
  requester_id: 'user',
  return_id: 'return',
  return_reason: 'return_reason',
  source_product_id: 'product',
  site_id: 'site',
  site_ids: 'site',
  sites: 'site',
  supplier_id: 'supplier',
  user_id: 'user',
};

/** What fields refer to in audit rows that are not about orders. In a row about a return, for example, `line_id` is a line of the return. */
const otherwise: Readonly<Record<string, Readonly<Record<string, NamedKind | null>>>> = {
  allocation_run: { orders: null },
  purchase_order: { line_id: 'purchase_order_line' },
  return: { line_id: 'return_line' },
  supplier_return: { line_id: 'supplier_return_line' },
};

/** The kind of thing that the ids in a field name; null if the field holds no ids. */
export const kindOfField = (on_type: string, field: string): NamedKind | null => {
  const own = otherwise[on_type];
  return own && field in own ? (own[field] ?? null) : (idFields[field] ?? null);
};

/** Names by kind and id, as a response carries them. */
export type Names = Partial<Record<NamedKind, Record<string, string>>>;
