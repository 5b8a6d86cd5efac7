import type { Address } from '../address.ts';
import type { AllocationRule } from '../allocation/share-out.ts';
import type { DeliverySource } from '../dispatch/delivery.ts';
import { holdsText } from '../folded.ts';
import type { BinCount } from '../stock/count-bins.ts';
import type { ClusterPlace } from '../sync/rows.ts';

/** The kinds of record that an audit event can be about. */
export type SubjectKind =
  | 'account'
  | 'allocation_run'
  | 'allowance'
  | 'rollout'
  | 'clothing_set'
  | 'collection'
  | 'dispatch'
  | 'employee_role'
  | 'api_token'
  | 'error_code'
  | 'import'
  | 'import_mapping'
  | 'mail'
  | 'notice'
  | 'order'
  | 'order_line'
  | 'order_mail'
  | 'outcome'
  | 'pick'
  | 'price_change'
  | 'product'
  | 'purchase_order'
  | 'receipt'
  | 'return'
  | 'session'
  | 'scheduled_report'
  | 'site'
  | 'supplier'
  | 'supplier_return'
  | 'tablet'
  | 'user'
  | 'website';

/** An event: the kind of record that it is about, and the values that are recorded before and after it. */
interface Event<On extends SubjectKind, Before = null, After = null> {
  on: On;
  before: Before;
  after: After;
}

/** Fields of a record, under their stored names: those that were changed, or all that are worth recording. */
type Fields = object;
type Lines = readonly object[];
/** Cells of a file with their texts. */
type Cells = readonly { row: number; column: number; value: string }[];
interface Numbers {
  consignment_number?: string | null;
  tracking_number?: string | null;
}

/** The arrival of a parcel, on a calendar date, and who says so. */
interface Delivery {
  delivered_on: string;
  source: DeliverySource;
}

/** Every audit event by its stored name. Stored names never change: rows of earlier releases have them. */
export interface AuditEvents {
  'account.archived': Event<'account', Fields, Fields>;
  'account.changed': Event<'account', Fields, Fields>;
  'account.copied': Event<'account', null, { account_id: number; copied: Fields; left_out: Fields }>;
  'account.created': Event<'account', null, Fields>;
  'account.restored': Event<'account', Fields, Fields>;
  'api_token.created': Event<'api_token', null, Fields>;
  'api_token.revoked': Event<'api_token', Fields>;
  'address.deleted': Event<'user', Fields>;
  'address.saved': Event<'user', { dropped: readonly unknown[] } | null, Address>;
  'allocation.all': Event<'order', null, Lines>;
  'allocation.received': Event<'order', null, { receipt: string; lines: Lines }>;
  'allocation.released': Event<'order', { qty_allocated: number }, { qty_allocated: 0; lines: Lines }>;
  'allocation.run': Event<'order', null, { run_id: number; lines: Lines }>;
  'allocation.run_begun': Event<
    'allocation_run',
    null,
    { rule: AllocationRule; account_id?: number | null | undefined; preview_id?: number; orders: number }
  >;
  'allocation.run_stopped': Event<'allocation_run'>;
  'allocation.set': Event<'order', { line_id: number; qty_allocated: number }, { line_id: number; qty_allocated: number }>;
  'allocation.taken_back': Event<'order', null, { order_line_id: number; product_id: number; qty: number }>;
  'allowance.changed': Event<'allowance', Fields, Fields>;
  'allowance.created': Event<'allowance', null, Fields>;
  'allowance.ended': Event<'allowance', Fields>;
  'allowance.exceeded': Event<'order', null, { excess: readonly Fields[]; reason: string | null }>;
  'allowance.extra_granted': Event<'user', null, Fields>;
  'budget.forced': Event<'order', null, { over_budget: readonly string[] }>;
  'clothing_set.changed': Event<'clothing_set', Fields, Fields>;
  'clothing_set.copied': Event<'clothing_set', null, { account_id: number; clothing_set_id: number; name: string; left_out: Fields }>;
  'clothing_set.created': Event<'clothing_set', null, Fields>;
  'clothing_set.deleted': Event<'clothing_set', { employees: readonly number[] } & Fields>;
  'clothing_set.product_added': Event<'clothing_set', null, { product_id: number; price: number | null }>;
  'clothing_set.product_changed': Event<'clothing_set', { products: readonly number[] } & Fields, { products: readonly number[] } & Fields>;
  'clothing_set.product_removed': Event<'clothing_set', { products: readonly number[] } & Fields>;
  'clothing_set.sites_excluded': Event<'clothing_set', Fields, Fields>;
  'demo.cleared': Event<'user', null, { people: number; staying: number }>;
  'dispatch.booked': Event<'dispatch', null, Numbers>;
  'dispatch.booked_too_late': Event<'dispatch', Numbers | null, Numbers>;
  'dispatch.booking_refused': Event<'dispatch', null, { reason: string }>;
  'dispatch.delivered': Event<'dispatch', null, Delivery>;
  'dispatch.delivery_taken_back': Event<'dispatch', Delivery>;
  'dispatch.edited': Event<'dispatch', Fields, Fields>;
  'dispatch.not_arrived': Event<'dispatch'>;
  'dispatch.not_arrived_taken_back': Event<'dispatch'>;
  'dispatch.requested': Event<'order', null, { dispatch_id: number | undefined }>;
  'dispatch.shipped': Event<'order', null, { dispatch_id: number } & Numbers>;
  'dispatch.tracked': Event<'dispatch', null, Numbers>;
  'email.change_requested': Event<'user', { email: string | null }, { email: string }>;
  'email.changed': Event<'user', { email: string | null }, { email: string }>;
  'employee.archived': Event<'user', Fields, Fields>;
  'employee.changed': Event<'user', Fields, Fields>;
  'employee.created': Event<'user', null, Fields>;
  'employee.deleted': Event<'user', Fields, Fields>;
  'employee.invited': Event<'user', null, { email: string }>;
  'employee_role.changed': Event<'employee_role', Fields, Fields>;
  'employee_role.created': Event<'employee_role', null, Fields>;
  'employee_role.deleted': Event<'employee_role', { employees: readonly number[] } & Fields>;
  'employee_role.kit_changed': Event<'employee_role', { lines: readonly Fields[] }, { lines: readonly Fields[] }>;
  'employee.pulled': Event<'user', null, { site_id: number }>;
  'employee.restored': Event<'user', Fields, Fields>;
  'employee.roles_and_sets_changed': Event<'user', Fields, Fields>;
  'error_code.changed': Event<'error_code', Fields, Fields>;
  'error_code.created': Event<'error_code', null, Fields>;
  'loss.followed_up': Event<'outcome', null, { m: string; device: string; n: number }>;
  'import.fixed': Event<'import', { cells: Cells }, { cells: Cells }>;
  'import.rolled_back': Event<'import'>;
  'import.run': Event<'import', null, Fields>;
  'import.stopped': Event<'import'>;
  'import.uploaded': Event<'import', null, Fields>;
  'import_mapping.changed': Event<'import_mapping', Fields, Fields>;
  'import_mapping.created': Event<'import_mapping', null, Fields>;
  'import_mapping.deleted': Event<'import_mapping', Fields>;
  'mail.dismissed': Event<'mail', { to: string; subject: string }>;
  'mail.sent_again': Event<'mail', { to: string; subject: string }>;
  'notice.changed': Event<'notice', Fields, Fields>;
  'notice.created': Event<'notice', null, Fields>;
  'notice.deleted': Event<'notice', Fields>;
  'order.approved': Event<'order', null, { sub_total: number; over_budget: readonly string[] }>;
  'order.cancelled': Event<'order', { status: string }, { part: boolean }>;
  'order.declined': Event<'order', null, { reason: string }>;
  'order.deleted': Event<'order', { status: string; submitted_at: string | null }>;
  'order.details': Event<'order', Fields, Fields>;
  'order.employee_removed': Event<'order', { employee_id: number; lines: Lines }, { kept: readonly number[] } | null>;
  'order.employees_added': Event<'order', null, { employees: readonly number[] }>;
  'order.exchanges': Event<'order', null, { from: number; return_number: string; lines: Lines }>;
  'order.held': Event<'order', Fields, Fields>;
  'order.let_go': Event<'order', Fields, Fields>;
  'order.lines_added': Event<'order', null, { employee_id: number; lines: Lines }>;
  'order.lines_copied': Event<'order', null, { employee_id: number; lines: Lines }>;
  'order.lines_decorated': Event<'order', { decoration: string | null }, { decoration: string; lines: readonly number[] }>;
  'order.lines_deleted': Event<'order', Lines, { kept: readonly number[] } | null>;
  'order.product_removed': Event<'order', Lines, { kept: readonly number[] } | null>;
  'order.recharged': Event<'order', null, { employee_id: number; employee_role_id: number | null; lines: readonly number[] }>;
  'order.reopened': Event<'order', Fields, { reason: string }>;
  'order.reordered': Event<'order', null, { from: number; lines: number; left_out: Lines }>;
  'order.requested': Event<'order'>;
  'order.return_withdrawn': Event<'order', { return_number: string; lines: Lines }>;
  'order.set_as_allocated': Event<'order', { dispatch_id: number }>;
  'order.set_as_dispatched': Event<'order', null, { dispatch_id: number }>;
  'order.sizes_asked': Event<'order', null, Fields>;
  'order.strays_returned': Event<'order', null, { order_line_id: number; qty: number }>;
  'order.split': Event<'order', null, { orders: readonly { id: number; employees: readonly number[] }[] }>;
  'order.split_undone': Event<'order', null, { orders: readonly number[] }>;
  'order.started': Event<'order', null, { employees: readonly number[] }>;
  'order.restored': Event<'order'>;
  'order.submitted': Event<'order', null, { sub_total: number; over_budget: readonly string[] }>;
  'order.usual_added': Event<'order', null, { lines: Lines }>;
  'order.withdrawn': Event<'order'>;
  'order_line.added': Event<'order_line', null, Fields>;
  'order_line.changed': Event<'order_line', Fields, Fields>;
  'order_line.deleted': Event<'order', Fields, { kept: readonly number[] } | null>;
  'order_line.size_chosen': Event<'order_line', Fields, { product_id: number; unit_price: number | null; by: 'link' | 'office' }>;
  'order_line.substituted': Event<'order_line', Fields, Fields>;
  'order_mail.queued': Event<'order_mail', null, { email: string; to: string; subject: string }>;
  'outcome.resolved': Event<'outcome', { m: string; n: string; code: string | null }, { choice: string }>;
  'password.changed': Event<'user'>;
  'password.reset': Event<'user'>;
  'password.reset_sent': Event<'user', null, { email: string }>;
  'pick.cluster': Event<'order', { cluster: ClusterPlace | null }, { cluster: ClusterPlace | null }>;
  'pick.completed': Event<'order', { state: string }, { pick_id: number; state: string }>;
  'pick.handed_over': Event<'order', { picker_id: number | null }, { pick_id: number }>;
  'pick.paused': Event<'order', { state: string }, { pick_id: number }>;
  'pick.recorded': Event<'order', { pick_line_id: number } & PickFacts, { pick_line_id: number; product_id: number } & PickFacts>;
  'pick.released': Event<'order', null, { pick_id: number }>;
  'pick.resumed': Event<'order', { state: string }, { pick_id: number }>;
  'pick.sent_back': Event<'order', { state: string }, { pick_id: number }>;
  'pick.started': Event<'order', { picker_id: number | null }, { pick_id: number }>;
  'pick.tote': Event<'order', { tote: string | null }, { tote: string | null; full_totes?: string[] }>;
  'pin.removed': Event<'user'>;
  'pin.set': Event<'user'>;
  'prep.completed': Event<'order', { state: string }, { pick_id: number }>;
  'prep.ticked': Event<'order', null, { pick_line_id: number }>;
  'prep.unticked': Event<'order', null, { pick_line_id: number }>;
  'prep.packed': Event<'order', { qty_packed: number }, { pick_line_id: number; qty_packed: number }>;
  'print.requested': Event<'pick', null, Fields>;
  'price_change.created': Event<'price_change', null, Fields>;
  'price_change.withdrawn': Event<'price_change'>;
  'product.changed': Event<'product', Fields, Fields>;
  'product.created': Event<'product', null, Fields>;
  'product.removed': Event<'product', Fields>;
  'product.variations_added': Event<'product', null, { skus: readonly string[] }>;
  'purchase_order.shortfall_added': Event<'purchase_order', null, { supplier_id: number; lines: Lines }>;
  'profile.changed': Event<'user', Fields, Fields>;
  'purchase_order.approved': Event<'purchase_order', null, { emailed_to: string | null; lines: Lines }>;
  'purchase_order.cancelled': Event<'purchase_order', { lines: Lines }, { lines: Lines }>;
  'purchase_order.changed': Event<'purchase_order', Fields, Fields>;
  'purchase_order.chased': Event<'purchase_order', null, { to: string; lines: Lines }>;
  'purchase_order.closed': Event<'purchase_order'>;
  'purchase_order.created': Event<'purchase_order', null, Fields>;
  'purchase_order.line_added': Event<'purchase_order', null, { line_id: number } & Fields>;
  'purchase_order.line_cancelled': Event<'purchase_order', { line_id: number; qty_cancelled: number }, { line_id: number; qty_cancelled: number }>;
  'purchase_order.line_changed': Event<'purchase_order', { line_id: number } & Fields, { line_id: number } & Fields>;
  'purchase_order.line_deleted': Event<'purchase_order', { line_id: number } & Fields>;
  'purchase_order.mailed': Event<'purchase_order', null, { to: string }>;
  'purchase_order.not_decorated': Event<'purchase_order', { lines: Lines }, { lines: Lines }>;
  'purchase_order.size_run_saved': Event<'purchase_order', { lines: Lines }, { lines: Lines }>;
  'purchase_order.sent_out': Event<'purchase_order', null, { lines: Lines }>;
  'purchase_order.received': Event<'purchase_order', { lines: Lines }, { receipt: string; lines: Lines }>;
  'receipt.received': Event<'receipt', { lines: Lines }, { lines: Lines }>;
  'receipt.discrepancy_resolved': Event<'receipt', null, { choice: string; product_id: number; qty: number }>;
  'receipt.set_aside_resolved': Event<'receipt', null, { choice: string; code: string; qty: number }>;
  'receipt.set_aside': Event<'receipt', { qty: number }, { code: string; reason: string; qty: number }>;
  'receipt.put_away': Event<'receipt', { qty: number }, { product_id: number; place: string; order_line_id: number | null; qty: number }>;
  'receipt.tote_moved': Event<'order', { tote: string }, { tote: string }>;
  'receipt.reversed': Event<'receipt', null, { reason: string; lines: Lines }>;
  'rollout.asked': Event<'rollout', null, Fields>;
  'rollout.changed': Event<'rollout', Fields, Fields>;
  'rollout.closed': Event<'rollout', null, Fields>;
  'rollout.created': Event<'rollout', null, Fields>;
  'rollout.filled_in': Event<'rollout', null, Fields>;
  'rollout.retried': Event<'rollout', null, Fields>;
  'rollout.submitted': Event<'rollout', null, Fields>;
  'replacements.ordered': Event<'account', null, { items: readonly { employee_id: number; product_id: number }[]; orders: readonly number[] }>;
  'collection.closed': Event<'collection'>;
  'collection.opened': Event<'collection', null, { employee_id: number; lines: Lines }>;
  'collection.received': Event<'collection', Fields, Fields>;
  'return.created': Event<'return', null, { order_id: number; lines: Lines }>;
  'return.finalised': Event<'return', null, Fields>;
  'return.label_mailed': Event<'return', null, { to: string }>;
  'return.line_approved': Event<'return', { line_id: number } & Fields, { line_id: number } & Fields>;
  'session.ended': Event<'session', { device_name: string | null }>;
  'shelf_task.done': Event<'order', null, { shelf_task_id: number; qty: number }>;
  'scheduled_report.changed': Event<'scheduled_report', Fields, Fields>;
  'scheduled_report.created': Event<'scheduled_report', null, Fields>;
  'scheduled_report.deleted': Event<'scheduled_report', Fields>;
  'scheduled_report.sent': Event<'scheduled_report', null, { report: string; recipients: string[] }>;
  'site.changed': Event<'site', Fields, Fields>;
  'site.created': Event<'site', null, Fields>;
  'site.deleted': Event<
    'site',
    Fields,
    { move_to: number | null; people: number; people_moved: number; drafts: number; clothing_sets: readonly number[] }
  >;
  'stock.moved': Event<'product', { bin: string }, { bin: string; qty: number }>;
  'stock.adjusted': Event<'product', { qty_available: number }, { qty_available: number; reason: string }>;
  'stock.count_requested': Event<'product', null, { qty: number | null; bins?: BinCount[] }>;
  'stock.count_resolved': Event<'product', null, { choice: string; qty: number | null; m?: string }>;
  'stock.counted': Event<'product', { qty_available: number }, { qty_available: number; bins?: BinCount[] }>;
  'supplier.archived': Event<'supplier', Fields, Fields>;
  'supplier.changed': Event<'supplier', Fields, Fields>;
  'view.deleted': Event<'user', Fields>;
  'view.saved': Event<'user', Fields | null, Fields>;
  'supplier.comment_added': Event<'supplier', null, { comment: string }>;
  'supplier.comment_deleted': Event<'supplier', { comment: string }>;
  'supplier.created': Event<'supplier', null, Fields>;
  'supplier.restored': Event<'supplier', Fields, Fields>;
  'supplier_return.approved': Event<'supplier_return', null, { emailed_to: string | null; lines: Lines }>;
  'supplier_return.changed': Event<'supplier_return', { email: boolean }, { email: boolean }>;
  'supplier_return.created': Event<'supplier_return', null, { supplier_id: number }>;
  'supplier_return.deleted': Event<'supplier_return', { supplier_id: number; lines: Lines }>;
  'supplier_return.line_added': Event<'supplier_return', null, { line_id: number } & Fields>;
  'supplier_return.line_changed': Event<'supplier_return', { line_id: number } & Fields, { line_id: number } & Fields>;
  'supplier_return.line_deleted': Event<'supplier_return', { line_id: number } & Fields>;
  'tablet.retired': Event<'tablet', { device: string; name: string | null; last_seen_at: string; qty_unsent: number }>;
  'totp.removed': Event<'user'>;
  'totp.started': Event<'user'>;
  'totp.turned_off': Event<'user'>;
  'totp.turned_on': Event<'user'>;
  'user.impersonated': Event<'user', null, { reason: string }>;
  'user.impersonation_ended': Event<'user', null, { began_at: string; ended_at: string; is_notified: boolean }>;
  'user.signed_out': Event<'user', null, { ended: number }>;
  'user.kit_sizes_asked': Event<'user', null, { lines: number }>;
  'user.size_recorded': Event<'user', { product_id: number } | null, { product_id: number }>;
  'user.size_removed': Event<'user', { product_id: number }>;
  'website.texts_saved': Event<'website', Fields, Fields>;
}
export type AuditEventName = keyof AuditEvents;

/** The events about a person that are shown to people who may edit the person. */
export const personEvents = [
  'email.changed',
  'employee.changed',
  'employee.created',
  'employee.invited',
  'employee.pulled',
  'employee.roles_and_sets_changed',
  'password.changed',
  'password.reset',
  'password.reset_sent',
  'profile.changed',
  'user.signed_out',
] as const satisfies readonly AuditEventName[];

interface PickFacts {
  qty_picked: number;
  code: string | null;
  other_reason: string | null;
}

/** The record that an event is about. */
export interface Subject<Name extends AuditEventName = AuditEventName> {
  type: AuditEvents[Name]['on'];
  id: number | null;
}

/** The label of each event for people. */
const eventWords: Readonly<Record<AuditEventName, string>> = {
  'account.archived': 'Account archived',
  'account.changed': 'Account changed',
  'account.copied': 'Account created like another one',
  'account.created': 'Account created',
  'account.restored': 'Account restored',
  'api_token.created': 'API token made',
  'api_token.revoked': 'API token revoked',
  'address.deleted': 'Address deleted',
  'address.saved': 'Address saved',
  'allocation.all': 'Everything allocated',
  'allocation.received': 'Received items allocated',
  'allocation.released': 'Allocation released',
  'allocation.run': 'Allocation run',
  'allocation.run_begun': 'Allocation run started',
  'allocation.run_stopped': 'Allocation run stopped',
  'allocation.set': 'Allocation changed',
  'allocation.taken_back': 'Allocation taken back',
  'allowance.changed': 'Allowance changed',
  'allowance.created': 'Allowance created',
  'allowance.ended': 'Allowance ended',
  'allowance.exceeded': 'Order goes over an allowance',
  'allowance.extra_granted': 'Extra granted',
  'budget.forced': 'Budget forced',
  'clothing_set.changed': 'Clothing set changed',
  'clothing_set.copied': 'Clothing set copied',
  'clothing_set.created': 'Clothing set created',
  'clothing_set.deleted': 'Clothing set deleted',
  'clothing_set.product_added': 'Product added to a clothing set',
  'clothing_set.product_changed': 'Product of a clothing set changed',
  'clothing_set.product_removed': 'Product removed from a clothing set',
  'clothing_set.sites_excluded': 'Clothing set sites excluded',
  'demo.cleared': 'Demo cleared',
  'dispatch.booked': 'Dispatch booked',
  'dispatch.booked_too_late': 'Courier booked too late',
  'dispatch.booking_refused': 'Courier refused the booking',
  'dispatch.delivered': 'Dispatch delivered',
  'dispatch.delivery_taken_back': 'Delivery taken back',
  'dispatch.edited': 'Dispatch edited',
  'dispatch.not_arrived': 'Dispatch reported as not arrived',
  'dispatch.not_arrived_taken_back': 'Report taken back: not arrived',
  'dispatch.requested': 'Dispatch requested',
  'dispatch.shipped': 'Dispatch shipped',
  'dispatch.tracked': 'Tracking changed',
  'email.change_requested': 'Change of email requested',
  'email.changed': 'Email changed',
  'employee.archived': 'Person archived',
  'employee.changed': 'Person changed',
  'employee.created': 'Person added',
  'employee.deleted': 'Person deleted',
  'employee.invited': 'Person invited',
  'employee.pulled': 'Site added to a person',
  'employee.restored': 'Person restored',
  'employee_role.changed': 'Employee role changed',
  'employee_role.created': 'Employee role created',
  'employee_role.deleted': 'Employee role deleted',
  'employee_role.kit_changed': 'Kit changed',
  'employee.roles_and_sets_changed': 'Employee roles and sets changed',
  'error_code.changed': 'Error code changed',
  'error_code.created': 'Error code created',
  'loss.followed_up': 'Lost changes followed up',
  'import.fixed': 'Cells of an import put right',
  'import.rolled_back': 'Import rolled back',
  'import.run': 'Import confirmed',
  'import.stopped': 'Import stopped',
  'import.uploaded': 'Import uploaded',
  'import_mapping.changed': 'Import mapping changed',
  'import_mapping.created': 'Import mapping created',
  'import_mapping.deleted': 'Import mapping deleted',
  'mail.dismissed': 'Failed email dismissed',
  'mail.sent_again': 'Email sent again',
  'notice.changed': 'Notice changed',
  'notice.created': 'Notice added',
  'notice.deleted': 'Notice deleted',
  'order.approved': 'Order approved',
  'order.cancelled': 'Order cancelled',
  'order.declined': 'Order declined',
  'order.deleted': 'Order deleted',
  'order.details': 'Details changed',
  'order.employee_removed': 'Order employee removed',
  'order.employees_added': 'Order employees added',
  'order.exchanges': 'Exchange order created',
  'order.held': 'Order put on hold',
  'order.let_go': 'Hold lifted',
  'order.lines_added': 'Order lines added',
  'order.lines_copied': 'Order lines copied to other employees',
  'order.lines_decorated': 'Decoration of order lines changed',
  'order.lines_deleted': 'Order lines deleted',
  'order.product_removed': 'Order product removed',
  'order.recharged': 'Order recharged',
  'order.reopened': 'Order reopened',
  'order.reordered': 'Order reordered',
  'order.requested': 'Order requested',
  'order.return_withdrawn': 'Return withdrawn',
  'order.set_as_allocated': 'Order set as allocated',
  'order.set_as_dispatched': 'Order set as dispatched',
  'order.sizes_asked': 'Sizes requested',
  'order.strays_returned': 'Items taken out of a tote',
  'order.split': 'Order split by site',
  'order.split_undone': 'Split of the order undone',
  'order.started': 'Order started',
  'order.restored': 'Order restored',
  'order.submitted': 'Order submitted',
  'order.usual_added': 'The usual ordered',
  'order.withdrawn': 'Order withdrawn',
  'order_line.added': 'Order line added',
  'order_line.changed': 'Order line changed',
  'order_line.deleted': 'Order line deleted',
  'order_line.size_chosen': 'Order line size chosen',
  'order_line.substituted': 'Order line substituted',
  'order_mail.queued': 'Email about the order',
  'outcome.resolved': 'Outcome resolved',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'password.reset_sent': 'Link for a new password sent',
  'pick.cluster': 'Place on a trolley changed',
  'pick.completed': 'Pick completed',
  'pick.handed_over': 'Pick handed over',
  'pick.paused': 'Pick paused',
  'pick.recorded': 'Pick recorded',
  'pick.released': 'Pick released',
  'pick.resumed': 'Pick resumed',
  'pick.sent_back': 'Pick sent back',
  'pick.started': 'Pick started',
  'pick.tote': 'Tote changed',
  'pin.removed': 'PIN removed',
  'pin.set': 'PIN set',
  'prep.completed': 'Prep completed',
  'prep.ticked': 'Prep ticked',
  'prep.unticked': 'Prep unticked',
  'prep.packed': 'Bag packed',
  'print.requested': 'Print requested',
  'price_change.created': 'Price change scheduled',
  'price_change.withdrawn': 'Price change withdrawn',
  'product.changed': 'Product changed',
  'product.created': 'Product created',
  'product.removed': 'Product removed',
  'product.variations_added': 'Variations added',
  'purchase_order.shortfall_added': 'Shortfall added to purchase order',
  'profile.changed': 'Profile changed',
  'purchase_order.approved': 'Purchase order approved',
  'purchase_order.cancelled': 'Purchase order cancelled',
  'purchase_order.changed': 'Purchase order changed',
  'purchase_order.chased': 'Supplier asked for late lines',
  'purchase_order.closed': 'Purchase order closed',
  'purchase_order.created': 'Purchase order created',
  'purchase_order.line_added': 'Purchase order line added',
  'purchase_order.line_cancelled': 'Purchase order line cancelled in part',
  'purchase_order.line_changed': 'Purchase order line changed',
  'purchase_order.line_deleted': 'Purchase order line deleted',
  'purchase_order.mailed': 'Purchase order mailed again',
  'purchase_order.not_decorated': 'Back undecorated, or lost at the decorator',
  'purchase_order.sent_out': 'Sent to the decorator',
  'purchase_order.size_run_saved': 'Purchase order size run saved',
  'purchase_order.received': 'Goods received',
  'receipt.received': 'Goods received',
  'receipt.discrepancy_resolved': 'Discrepancy decided',
  'receipt.set_aside_resolved': 'Goods set aside decided',
  'receipt.set_aside': 'Goods set aside',
  'receipt.put_away': 'Goods put away',
  'receipt.tote_moved': 'Items moved to another tote',
  'receipt.reversed': 'Receipt reversed',
  'rollout.asked': 'People of a roll-out asked for sizes',
  'rollout.changed': 'Roll-out changed',
  'rollout.closed': 'Roll-out closed',
  'rollout.created': 'Roll-out created',
  'rollout.filled_in': 'Sizes of a roll-out filled in',
  'rollout.retried': 'Failed orders of a roll-out sent again',
  'rollout.submitted': 'Orders of a roll-out sent',
  'replacements.ordered': 'Replacements ordered',
  'collection.closed': 'Collection closed',
  'collection.opened': 'Collection opened',
  'collection.received': 'Collection received',
  'return.created': 'Return created',
  'return.finalised': 'Return finalised',
  'return.label_mailed': 'Return label emailed',
  'return.line_approved': 'Return line approved',
  'session.ended': 'Device signed out',
  'shelf_task.done': 'Put back on the shelf',
  'scheduled_report.changed': 'Scheduled report changed',
  'scheduled_report.created': 'Report scheduled',
  'scheduled_report.deleted': 'Scheduled report deleted',
  'scheduled_report.sent': 'Scheduled report mailed by hand',
  'site.changed': 'Site changed',
  'site.created': 'Site created',
  'site.deleted': 'Site deleted',
  'stock.moved': 'Moved to another bin',
  'stock.adjusted': 'Stock adjusted',
  'stock.count_requested': 'Stock count requested',
  'stock.count_resolved': 'Stock count resolved',
  'stock.counted': 'Stock counted',
  'supplier.archived': 'Supplier archived',
  'supplier.changed': 'Supplier changed',
  'view.deleted': 'Saved view deleted',
  'view.saved': 'View saved',
  'supplier.comment_added': 'Supplier comment added',
  'supplier.comment_deleted': 'Supplier comment deleted',
  'supplier.created': 'Supplier created',
  'supplier.restored': 'Supplier restored',
  'supplier_return.approved': 'Supplier return approved',
  'supplier_return.changed': 'Supplier return changed',
  'supplier_return.created': 'Supplier return created',
  'supplier_return.deleted': 'Supplier return deleted',
  'supplier_return.line_added': 'Supplier return line added',
  'supplier_return.line_changed': 'Supplier return line changed',
  'supplier_return.line_deleted': 'Supplier return line deleted',
  'tablet.retired': 'Tablet taken out of use',
  'totp.removed': 'Second factor removed by an administrator',
  'totp.started': 'Set-up of a second factor started',
  'totp.turned_off': 'Second factor turned off',
  'totp.turned_on': 'Second factor turned on',
  'user.impersonated': 'Acted as somebody else',
  'user.impersonation_ended': 'Stopped acting as somebody else',
  'user.signed_out': 'Signed out everywhere',
  'user.kit_sizes_asked': 'Asked for the sizes of a kit',
  'user.size_recorded': 'Size recorded',
  'user.size_removed': 'Recorded size removed',
  'website.texts_saved': 'Website text saved',
};

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "order_line" as a label: "Order line". */
export const kindWords = (type: string): string => capitalised(type.replaceAll('_', ' '));

/** The events whose labels contain a text. The comparison is the one that lists use. */
export const eventNamesLike = (text: string): AuditEventName[] =>
  (Object.keys(eventWords) as AuditEventName[]).filter((name) => holdsText(eventWords[name], text));

/** The label of a stored event. A name that this release does not know is shown unchanged. */
export const eventLabel = (name: string): string => (eventWords as Readonly<Record<string, string>>)[name] ?? kindWords(name.replace('.', ' '));
