import { useCallback, useState } from 'react';
import { lifecycleBesides } from '../../shared/catalogue/lifecycle.ts';
import { messages } from '../../shared/messages.ts';
import type { PurchaseOrder, PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { qtyOrdered, receivedText } from '../../shared/purchasing/received-text.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { useLifecycles } from '../api/lifecycle.tsx';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { CancelPartDialog } from './cancel-part-dialog.tsx';
import { addLine, deleteLine } from './client.ts';
import { EditedLine, FixedLine, type LineErrors, productText } from './order-lines.tsx';
import { SizeRunDialog } from './size-run-dialog.tsx';
import type { OrderSaves } from './use-save-order.ts';

/** The faults of each line, by the line's place in the order. */
function lineErrors(errors: Record<string, string>): Map<number, LineErrors> {
  const byPlace = new Map<number, LineErrors>();
  for (const [name, message] of Object.entries(errors)) {
    const [, place, field] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? [];
    if (field) byPlace.set(Number(place), { ...byPlace.get(Number(place)), [field]: message });
  }
  return byPlace;
}

/** Says what can no longer be changed and why; null while everything can be changed. */
function fixedText({ is_approved, is_closed, is_cancelled }: PurchaseOrder): string | null {
  if (is_cancelled) return 'This order is cancelled and can only be read';
  if (is_closed) return 'This order is closed and can only be read';
  return is_approved ? 'Lines, supplier, reference and prices are fixed since it was approved' : null;
}

/** The headings of the lines; the heading of a column of numbers begins with `#`. */
function headingsOf({ can, work_order }: PurchaseOrder, seesSuppliers: boolean, seesCosts: boolean): string[] {
  if (can.edit_lines)
    return ['Product', 'Supplier SKU', '#Quantity', '#Price £', '#Total', 'Due', ...(work_order ? ['Clothing set'] : []), 'Notes', ''];
  const costs = seesCosts ? ['#Price £', '#Total £'] : [];
  return ['Product', seesSuppliers ? 'Supplier SKU' : '', 'Due', '#Ordered', '#Received', '#Cancelled', '#Left', ...costs, 'Notes', ''];
}

function gridOf({ can, work_order }: PurchaseOrder, seesCosts: boolean): string {
  if (can.edit_lines) return work_order ? 'purchase-draft with-sets' : 'purchase-draft';
  return seesCosts ? 'purchase-ordered' : 'purchase-ordered without-costs';
}

interface LinesCardProps {
  order: PurchaseOrder;
  saves: OrderSaves;
  /** Incremented each time typed text is discarded; each new value resets the fields. */
  epoch: number;
  /** What prevents the approval, by field. */
  faults: Record<string, string>;
  /** Whether somebody has tried to approve the order. */
  isTried: boolean;
}

/** The lines of a purchase order. The lines of a draft are edited here. In an approved order, only dates can be changed and items cancelled. */
export function LinesCard({ order, saves, epoch, faults, isTried }: LinesCardProps) {
  const { id, lines, can, work_order } = order;
  const { can: may } = useSession();
  const [seesSuppliers, seesCosts] = [may('see_suppliers'), may('see_costs')];
  const { ask, dialog } = useConfirm();
  const [fresh, setFresh] = useState<number | null>(null);
  const [isSizeRun, setIsSizeRun] = useState(false);
  const [cancelling, setCancelling] = useState<PurchaseOrderLine | null>(null);
  const add = useWrite({
    send: (_: undefined, options) => addLine(id, options),
    refresh: [['purchase-orders']],
    onSaved: (line) => setFresh(line.id),
  });
  const remove = useWrite({
    send: (line: number, options) => deleteLine(id, line, options),
    success: 'Line Deleted',
    refresh: [['purchase-orders']],
    onSaved: () => document.getElementById('add-line')?.focus(),
  });
  const { write: writeLine } = add;
  const onAdd = useCallback(() => void saves.inTurn(() => writeLine(undefined)), [saves, writeLine]);
  const { write: removeLine } = remove;
  const onDelete = useCallback(
    async (line: PurchaseOrderLine): Promise<void> => {
      const title = line.product ? `Delete the line ${productText(line.product)}?` : 'Delete this line?';
      if (await ask({ title, action: 'Delete line', destroys: true })) void saves.inTurn(() => removeLine(line.id));
    },
    [ask, saves, removeLine],
  );

  const lifecycles = useLifecycles(order.is_closed || order.is_cancelled ? [] : lines.flatMap(({ product }) => product?.id ?? []));
  const errorsByPlace = lineErrors(faults);
  const fixed = may('edit_purchase_orders') ? fixedText(order) : null;
  const supplier_id = work_order ? undefined : order.supplier?.id;
  const account_id = work_order ? (order.account?.id ?? null) : undefined;
  const today = ukDate(new Date().toISOString());
  const grid = gridOf(order, seesCosts);
  const headings = headingsOf(order, seesSuppliers, seesCosts);

  return (
    <>
      <section className="card" aria-label="Lines">
        <header>
          <h2>Lines</h2>
          <span className="note">
            {countText(lines.length, 'line')} · {order.is_approved ? receivedText(order) : countText(qtyOrdered(order), 'item')}
          </span>
          {can.edit_lines && (
            <span className="push line">
              <Button onClick={() => void saves.settled().then(() => setIsSizeRun(true))}>Size run</Button>
              <Button icon="plus" id="add-line" busy={add.busy} onClick={onAdd}>
                Add line
              </Button>
            </span>
          )}
        </header>
        {lines.length === 0 ? (
          <div role={isTried ? 'alert' : undefined}>
            <EmptyState title={messages.purchase_order_empty} />
          </div>
        ) : (
          <>
            <div className={`purchase-heads ${grid} note`} aria-hidden="true">
              {headings.map((heading) => (
                <span key={heading} className={heading.startsWith('#') ? 'num' : undefined}>
                  {heading.replace('#', '')}
                </span>
              ))}
            </div>
            <ul className={`rows purchase-lines ${grid}`}>
              {lines.map((line, index) =>
                can.edit_lines ? (
                  <EditedLine
                    key={`${line.id}/${epoch}`}
                    line={line}
                    index={index}
                    saves={saves}
                    errors={errorsByPlace.get(index)}
                    supplier_id={supplier_id}
                    account_id={account_id}
                    isFresh={line.id === fresh}
                    lifecycle={lifecycles.get(line.product?.id ?? 0)}
                    onDelete={onDelete}
                    onAdd={onAdd}
                  />
                ) : (
                  <FixedLine
                    key={`${line.id}/${epoch}`}
                    line={line}
                    index={index}
                    saves={saves}
                    due_on={order.due_on}
                    today={today}
                    canEdit={can.edit}
                    seesCosts={seesCosts}
                    isWorkOrder={work_order}
                    lifecycle={lifecycleBesides(lifecycles.get(line.product?.id ?? 0), { purchase_order_id: id })}
                    onCancelPart={setCancelling}
                  />
                ),
              )}
            </ul>
          </>
        )}
        {(fixed || seesCosts) && (
          <footer>
            {fixed && (
              <span className="note line purchase-fixed">
                <Icon name="lock" /> {fixed}
              </span>
            )}
            {seesCosts && (
              <span className="push nowrap">
                <span className="sub">Sub total</span> <strong>{formatMoney(order.sub_total ?? 0)}</strong>
              </span>
            )}
          </footer>
        )}
      </section>
      {isSizeRun && <SizeRunDialog order={order} saves={saves} onClose={() => setIsSizeRun(false)} />}
      {cancelling && <CancelPartDialog order_id={id} line={cancelling} onClose={() => setCancelling(null)} />}
      {dialog}
    </>
  );
}
