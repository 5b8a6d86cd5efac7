import { clientRoles, isClientRole, type Role } from './roles.ts';

/** The person who makes the request, with everything that decides what they may do. */
export interface Actor {
  id: number;
  name: string;
  role: Role;
  /** Null for the provider's own people. */
  account_id: number | null;
  site_ids: readonly number[];
  is_supervised_orderer: boolean;
  can_view_restricted_products: boolean;
  /** The super who impersonates this person; null if nobody does. */
  impersonator_id: number | null;
}

export interface OwnedOrder {
  account_id: number;
  requester_id: number;
  creator_id: number;
  delivery_site_id: number | null;
}

const isOne = (actor: Actor, ...roles: Role[]): boolean => roles.includes(actor.role);
const ownAccount = (actor: Actor, thing: { account_id: number | null }): boolean =>
  thing.account_id !== null && thing.account_id === actor.account_id;
const ownSite = (actor: Actor, order: OwnedOrder): boolean =>
  ownAccount(actor, order) && order.delivery_site_id !== null && actor.site_ids.includes(order.delivery_site_id);
const own = (actor: Actor, order: OwnedOrder): boolean => order.requester_id === actor.id || order.creator_id === actor.id;
const floorRoles: readonly Role[] = ['super', 'warehouse'];
const rank = (role: Role): number => (clientRoles as readonly Role[]).indexOf(role);

/**
 * Who may do what. The rules of each area decide when an action is possible; the scope of each query decides which records a person can see at all.
 */
export const policy = {
  use_office: (actor: Actor): boolean => isOne(actor, 'super'),
  use_floor: (actor: Actor): boolean => isOne(actor, ...floorRoles),
  see_costs: (actor: Actor): boolean => isOne(actor, 'super'),
  /** The floor works without prices. `see_order_prices` hides prices from wearers who did not place the order. */
  see_prices: (actor: Actor): boolean => !isOne(actor, 'warehouse', 'embroiderer'),

  /** See how many items are in stock. Clients read in words when a size can leave. */
  see_stock: (actor: Actor): boolean => isOne(actor, ...floorRoles),

  see_orders: (actor: Actor): boolean => !isOne(actor, 'embroiderer'),
  /** See all lines of an order; people who are only wearers of the order may not. */
  see_whole_order: (actor: Actor, order: OwnedOrder): boolean =>
    isOne(actor, 'super', 'warehouse') ||
    (isOne(actor, 'client_admin') && ownAccount(actor, order)) ||
    (isOne(actor, 'site_admin', 'manager') && ownSite(actor, order)) ||
    own(actor, order),
  see_order_prices: (actor: Actor, order: OwnedOrder): boolean => policy.see_prices(actor) && policy.see_whole_order(actor, order),
  order_for_others: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin', 'manager'),
  order_for_self: (actor: Actor): boolean => isClientRole(actor.role),
  /** These people send a request, which becomes a submitted order when somebody else approves it. */
  sends_requests: (actor: Actor): boolean => isOne(actor, 'employee') || actor.is_supervised_orderer,
  edit_draft: (actor: Actor, order: OwnedOrder): boolean =>
    isOne(actor, 'super') ||
    (isOne(actor, 'client_admin') && ownAccount(actor, order)) ||
    (isOne(actor, 'site_admin', 'manager') && (ownSite(actor, order) || own(actor, order))) ||
    (isOne(actor, 'employee', 'employee_with_order') && own(actor, order)),
  /** Whoever ordered may correct the order. Others ask the office. */
  correct_order: (actor: Actor, order: OwnedOrder): boolean => own(actor, order) && policy.edit_draft(actor, order) && !isOne(actor, 'super'),
  /** People who order for others can ask them for missing sizes. */
  ask_for_sizes: (actor: Actor, order: OwnedOrder): boolean => policy.order_for_others(actor) && policy.edit_draft(actor, order),
  /** Record the sizes of somebody for whom one may order, or one's own. */
  record_size: (actor: Actor, other: { id: number }): boolean => policy.order_for_others(actor) || actor.id === other.id,
  withdraw_request: (actor: Actor, order: OwnedOrder): boolean => own(actor, order),
  approve_request: (actor: Actor, order: OwnedOrder): boolean =>
    !own(actor, order) &&
    !actor.is_supervised_orderer &&
    (isOne(actor, 'super') ||
      (isOne(actor, 'client_admin') && ownAccount(actor, order)) ||
      (isOne(actor, 'site_admin', 'manager') && ownSite(actor, order))),
  cancel_order: (actor: Actor, order: OwnedOrder): boolean =>
    isOne(actor, 'super') || (isOne(actor, 'client_admin') && ownAccount(actor, order)) || (isOne(actor, 'site_admin') && ownSite(actor, order)),
  /** Say whether a parcel has arrived. Somebody who sees only what they wear may say so if the parcel carries nothing else. */
  confirm_arrival: (actor: Actor, order: OwnedOrder, parcel: { carries_others: boolean }): boolean =>
    isClientRole(actor.role) && (policy.see_whole_order(actor, order) || !parcel.carries_others),
  /** Record for the office that parcels have arrived, and take such records back. */
  record_deliveries: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Create a return of lines that the person may see; a wearer therefore returns only their own lines. */
  create_return: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),
  see_returns: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),
  /** Withdraw a return that one requested, or one of an order that one sees whole. */
  withdraw_return: (actor: Actor, returned: { creator_id: number }, order: OwnedOrder): boolean =>
    policy.create_return(actor) && (returned.creator_id === actor.id || policy.see_whole_order(actor, order)),
  /** Open a collection of what somebody holds who leaves. */
  open_collections: (actor: Actor): boolean => policy.order_for_others(actor),
  /** Receive what comes back with a collection, and close it. */
  receive_collections: (actor: Actor): boolean => isOne(actor, ...floorRoles),
  decide_returns: (actor: Actor): boolean => isOne(actor, 'super'),

  order_from_suppliers: (actor: Actor): boolean => isOne(actor, 'super'),
  edit_api_tokens: (actor: Actor): boolean => isOne(actor, 'super') && actor.impersonator_id === null,
  run_imports: (actor: Actor): boolean => isOne(actor, 'super') && actor.impersonator_id === null,
  return_to_suppliers: (actor: Actor): boolean => isOne(actor, 'super'),
  see_restricted_products: (actor: Actor): boolean => isOne(actor, 'super') || actor.can_view_restricted_products,
  see_suppliers: (actor: Actor): boolean => isOne(actor, 'super'),
  edit_suppliers: (actor: Actor): boolean => isOne(actor, 'super'),
  /** See purchase orders. They show costs and suppliers only to people who may see costs and suppliers. */
  see_purchase_orders: (actor: Actor): boolean => isOne(actor, ...floorRoles),
  edit_purchase_orders: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Receive deliveries of suppliers, in the office or on the floor. */
  receive_goods: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse'),
  reverse_receipts: (actor: Actor): boolean => isOne(actor, 'super'),
  /** A super can delete only their own notes. */
  delete_comment: (actor: Actor, commentator: { id: number }): boolean => isOne(actor, 'super') && actor.id === commentator.id,
  /** Client companies as the office sees and edits them. */
  edit_accounts: (actor: Actor): boolean => isOne(actor, 'super'),
  substitute: (actor: Actor): boolean => isOne(actor, 'super'),

  allocate: (actor: Actor): boolean => isOne(actor, 'super'),
  hold_order: (actor: Actor): boolean => isOne(actor, 'super'),
  delete_submitted: (actor: Actor): boolean => isOne(actor, 'super'),
  pick: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse'),
  /** A picker can record their own pick; a super any pick. */
  record_pick: (actor: Actor, pick: { picker_id: number | null }): boolean =>
    isOne(actor, 'super') || (isOne(actor, 'warehouse') && pick.picker_id === actor.id),
  send_back_pick: (actor: Actor, pick: { picker_id: number | null }): boolean =>
    isOne(actor, 'super') || (isOne(actor, 'warehouse') && pick.picker_id === actor.id),
  prep: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse'),
  dispatch: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse'),
  /** The weights of bags and boxes that the floor confirmed although they differed. */
  see_confirmed_weights: (actor: Actor): boolean => isOne(actor, 'super'),
  count_stock: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse'),
  /** A count records what is there. A change of stock without a count needs somebody who is responsible for it. */
  adjust_stock: (actor: Actor): boolean => isOne(actor, 'super'),
  edit_error_codes: (actor: Actor): boolean => isOne(actor, 'super'),
  edit_website: (actor: Actor): boolean => isOne(actor, 'super'),

  /** The office's reports of all clients, with stock and costs. */
  run_reports: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Report on all orders, on the orders of one's own company, or on those for one's own sites. */
  run_order_report: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin'),

  /** The sales of all clients, or of one's own company; a Site Manager chooses one of their sites. */
  run_sales_report: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin', 'manager'),

  /** A client's people see the short lines in their own scope. The office has its own reports. */
  see_shortfall: (actor: Actor): boolean => isClientRole(actor.role),
  see_spend_by_client: (actor: Actor): boolean => isOne(actor, 'super'),
  see_spend_by_product: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),
  see_spend_by_site: (actor: Actor): boolean => isOne(actor, 'client_admin', 'site_admin', 'manager'),
  see_budget_use: (actor: Actor): boolean => isOne(actor, 'client_admin', 'site_admin', 'manager'),
  /** See one's own budgets, or the budgets of somebody whom one may see. */
  see_own_budget: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),

  impersonate: (actor: Actor, other: { id: number; role: Role }): boolean =>
    isOne(actor, 'super') && actor.impersonator_id === null && other.role !== 'super',
  read_audit: (actor: Actor): boolean => isOne(actor, 'super'),
  read_mail: (actor: Actor): boolean => isOne(actor, 'super'),
  /** A list of wearers to choose from; an employee's list holds only themself. */
  see_employees: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),
  see_employee: (actor: Actor, other: { id: number; account_id: number | null }): boolean =>
    isOne(actor, 'super') || actor.id === other.id || (isOne(actor, 'client_admin', 'site_admin', 'manager') && ownAccount(actor, other)),
  /** Change the employee roles and the clothing sets of an order's wearer. */
  change_roles_and_sets: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin', 'manager'),
  /** Nobody outside the office may change their own roles and sets, because they could give themselves a budget or clothes. */
  change_roles_and_sets_of: (actor: Actor, other: { id: number }): boolean =>
    policy.change_roles_and_sets(actor) && (isOne(actor, 'super') || actor.id !== other.id),
  /** A Client Manager edits all sites of the company, a Site Manager only their own. */
  edit_sites: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin'),
  create_sites: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin'),
  delete_sites: (actor: Actor): boolean => isOne(actor, 'super'),
  /** The provider's codes for a site, and the settings in which the site differs from its account. */
  edit_office_fields_of_sites: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Add people, and change those whose role is not above one's own. */
  edit_people: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin', 'manager'),
  /** Edit other people's records. People change their own record in their profile. */
  edit_person: (actor: Actor, other: { id: number; role: Role }): boolean =>
    policy.edit_people(actor) && actor.id !== other.id && policy.give_role(actor, other.role),
  /** Set the PIN by which somebody on the floor works on a shared tablet. */
  set_pin_of: (actor: Actor, other: { id: number; role: Role }): boolean =>
    isOne(actor, 'super') && policy.edit_person(actor, other) && floorRoles.includes(other.role),
  /** Deleting a person means archiving them so that only the office can restore them. */
  delete_person: (actor: Actor, other: { id: number }): boolean => isOne(actor, 'super') && actor.id !== other.id,
  /** Whoever may edit a person may archive and restore them; only the office restores somebody who was deleted. */
  restore_person: (actor: Actor, other: { id: number; role: Role; is_deleted_by_super: boolean }): boolean =>
    policy.edit_person(actor, other) && (isOne(actor, 'super') || !other.is_deleted_by_super),
  /** Decide whose orders need somebody else's approval. */
  supervise_orderers: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin'),
  edit_employee_roles: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Grant somebody more of an allowance, never oneself. */
  grant_extra: (actor: Actor, other: { id: number }): boolean =>
    policy.order_for_others(actor) && !actor.is_supervised_orderer && actor.id !== other.id,
  /** See how far the roll-outs of an account are for the people in one's scope, and fill in their sizes. */
  fill_in_rollouts: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin', 'site_admin', 'manager'),
  /** Roll out new kits to people of an account. */
  edit_rollouts: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin'),
  /** Set up what the people of an account may have. */
  edit_allowances: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin'),
  /** Set up what the people of an employee role get at the start, and what happens when somebody with the role is added. */
  edit_kits: (actor: Actor): boolean => isOne(actor, 'super', 'client_admin'),
  edit_clothing_sets: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Read the provider's catalogue. It shows costs only to people who may see costs. */
  read_products: (actor: Actor): boolean => isOne(actor, 'super', 'warehouse', 'embroiderer'),
  /** Products with their texts, prices and pictures. The floor only counts their stock. */
  edit_products: (actor: Actor): boolean => isOne(actor, 'super'),
  /** Browse clothing sets: the office sees all sets, an embroiderer the sets to which they are assigned, a client's people their own. */
  browse_catalogue: (actor: Actor): boolean => isOne(actor, 'super', 'embroiderer') || isClientRole(actor.role),
  /** List the clothing sets of more than one client. */
  list_clothing_sets: (actor: Actor): boolean => isOne(actor, 'super', 'embroiderer'),
  edit_notices: (actor: Actor): boolean => isOne(actor, 'super'),
  read_notices: (actor: Actor): boolean => isOne(actor, 'super') || isClientRole(actor.role),
  /** The office may assign every role; others may assign a client's roles that are not above their own. */
  give_role: (actor: Actor, role: Role): boolean => isOne(actor, 'super') || (isClientRole(role) && rank(role) <= rank(actor.role)),
} as const;

type Unconditional = {
  [Name in keyof typeof policy]: Parameters<(typeof policy)[Name]> extends [Actor] ? Name : never;
}[keyof typeof policy];
export type Permission = Unconditional;

/** The permissions that do not depend on a record: they decide what a person's screens offer. */
export const permissions = (actor: Actor): Permission[] =>
  (Object.keys(policy) as (keyof typeof policy)[]).filter(
    (name): name is Permission => policy[name].length === 1 && (policy[name] as (actor: Actor) => boolean)(actor),
  );
