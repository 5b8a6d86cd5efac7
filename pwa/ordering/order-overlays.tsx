import { type ComponentProps, createContext, type RefObject, useContext, useLayoutEffect } from 'react';
import type { Store } from '../ui/store.ts';
import { AddWearers } from './add-wearers.tsx';
import type { Order, Style, Wearer } from './client.ts';
import { DetailsPanel } from './details-panel.tsx';
import { LineGone } from './line-gone.tsx';
import { NotOffered } from './not-offered.tsx';
import { OrderSummary } from './order-summary.tsx';
import { Panel } from './panel.tsx';
import { ProductPanel } from './product-panel.tsx';
import { RolesAndSetsPanel } from './roles-and-sets-panel.tsx';
import { isOfStyle } from './style.ts';
import { type ComingLine, type NewLine, useAddLine } from './use-add-line.ts';
import type { Overlay } from './use-overlay.ts';

/** The overlay that is open over the order. It is in a context, so that the order is not rendered again when the overlay opens or closes. */
export const OverlayContext = createContext<Overlay | null>(null);

interface OverlaysProps {
  order: Order;
  wearer: Wearer | undefined;
  /** Undefined until the styles are known. */
  styles: readonly Style[] | undefined;
  roles: ComponentProps<typeof ProductPanel>['roles'];
  mayLeaveSize: boolean;
  onAdded: (employee_id: number) => void;
  coming: Store<readonly ComingLine[]>;
  /** Gets the function that adds a line, which the cards call too. */
  adder: RefObject<((line: NewLine) => void) | null>;
}

/** Renders the overlay that is open over the order, as the address says. */
export function Overlays({ order, wearer, styles, roles, mayLeaveSize, onAdded, coming, adder }: OverlaysProps) {
  const add = useAddLine(order, coming);
  useLayoutEffect(() => {
    adder.current = add;
  }, [adder, add]);
  const overlay = useContext(OverlayContext);
  if (!overlay) return null;
  const { overlay: openOverlay, close } = overlay;
  const at = new URLSearchParams(openOverlay);
  if (at.has('employees') && order.can.add_employees) return <AddWearers order={order} onAdded={onAdded} onClose={close} />;
  if (at.has('roles') && wearer) return <RolesAndSetsPanel key={wearer.id} order={order} wearer={wearer} onClose={close} />;
  if (at.has('summary')) {
    return (
      <Panel title="In this order" description={`Order ${order.order_number}`} onClose={close} width={480} tall={false}>
        <div className="panel-summary">
          <OrderSummary order={order} />
        </div>
      </Panel>
    );
  }
  const line = order.lines.find(({ id }) => id === Number(at.get('line')));
  const style = styles?.find((one) => (line ? isOfStyle(line, one) : one.id === Number(at.get('product'))));
  if (at.has('line') && !line) return <LineGone onClose={close} />;
  if (line && styles && !style) return <NotOffered order={order} line={line} onClose={close} />;
  if (!style || !wearer) return null;
  return (
    <ProductPanel
      key={openOverlay}
      order={order}
      wearer={wearer}
      style={style}
      roles={roles}
      line={line}
      mayLeaveSize={mayLeaveSize}
      onAdd={add}
      onClose={close}
    />
  );
}

/** The order's details, such as contact and delivery, and the button that sends the order. */
export function Details({
  order,
  read,
  budgets,
  onChooseFor,
  leaving,
}: {
  order: Order;
  read: ComponentProps<typeof DetailsPanel>['read'];
  budgets: ComponentProps<typeof DetailsPanel>['budgets'];
  onChooseFor: (employee_id: number) => void;
  leaving: ComponentProps<typeof DetailsPanel>['leaving'];
}) {
  const overlay = useContext(OverlayContext);
  if (!overlay) return null;
  const choose = (wearer: number | undefined): void => {
    if (wearer !== undefined) onChooseFor(wearer);
    overlay.close();
  };
  return <DetailsPanel order={order} read={read} budgets={budgets} onClose={overlay.close} onChoose={choose} leaving={leaving} />;
}
