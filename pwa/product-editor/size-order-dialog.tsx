import { type PointerEvent, useRef, useState } from 'react';
import { severalFields } from '../../shared/catalogue/product.ts';
import { inSizeOrder, type SizeOrder, sizeParts } from '../../shared/catalogue/size-order.ts';
import { messages } from '../../shared/messages.ts';
import { useForm } from '../api/use-form.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { type EditedProduct, saveFields } from './client.ts';
import { refreshProducts } from './refresh.ts';

const partsOf = ({ children = [], size_order }: EditedProduct): SizeOrder =>
  sizeParts(
    children.map(({ attributes }) => attributes),
    size_order,
  );
const byTrade = ({ size_1, size_2 }: SizeOrder): SizeOrder => ({ size_1: inSizeOrder(size_1), size_2: inSizeOrder(size_2) });
const isSame = (one: SizeOrder, other: SizeOrder): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a style has sizes that can be put in another order. */
export const hasSizeOrder = (product: EditedProduct): boolean => Object.values(partsOf(product)).some((sizes) => sizes.length > 1);

const valuesOf = (product: EditedProduct) => ({ version: product.version, ...partsOf(product) });

/** The order of a style’s sizes, changed by drag or by arrows. A style in the usual order of the trade has no order of its own. */
export function SizeOrderDialog({ product, onClose }: { product: EditedProduct; onClose: () => void }) {
  const form = useForm({
    schema: severalFields,
    record: product,
    valuesOf,
    input: ({ version, size_1, size_2 }) => {
      const order = { size_1, size_2 };
      return { field: 'several' as const, value: { size_order: isSame(order, byTrade(order)) ? null : order }, version };
    },
    send: saveFields(product.id),
    success: 'Product Saved',
    refresh: refreshProducts,
    onSaved: onClose,
  });
  const { size_1, size_2 } = form.values;
  const order = { size_1, size_2 };
  const isByTrade = isSame(order, byTrade(order));
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={480}
      title="Order of sizes"
      description="In this order they are shown wherever sizes are chosen, listed and printed."
      action="Save order"
      busyText="Saving"
      waits={form.isDirty ? null : messages.nothing_changed}
      other={
        <Button look="quiet" disabled={isByTrade} onClick={() => form.fill(byTrade(order))}>
          The trade’s order
        </Button>
      }
    >
      <div className="product-size-orders">
        <SizeList label={size_2.length ? 'First part' : 'Sizes'} sizes={size_1} onChange={(sizes) => form.fill({ size_1: sizes })} />
        {size_2.length > 0 && <SizeList label="Second part" sizes={size_2} onChange={(sizes) => form.fill({ size_2: sizes })} />}
      </div>
    </FormDialog>
  );
}

interface SizeListProps {
  label: string;
  sizes: readonly string[];
  onChange: (sizes: string[]) => void;
}

function SizeList({ label, sizes, onChange }: SizeListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState('');
  const move = (size: string, to: number): void => {
    if (to < 0 || to >= sizes.length || sizes[to] === size) return;
    onChange(sizes.filter((one) => one !== size).toSpliced(to, 0, size));
    setMoved(`${size} is number ${to + 1} of ${sizes.length}`);
  };
  /** Moves a size and keeps the focus on the arrow that was pressed; at an end of the list, on the size's other arrow. */
  const moveBy = (size: string, step: 1 | -1, button: HTMLElement): void => {
    move(size, sizes.indexOf(size) + step);
    const item = button.closest('li');
    requestAnimationFrame(() => (button.matches(':disabled') ? item?.querySelector<HTMLElement>('button:enabled') : button)?.focus());
  };
  // The list captures the pointer, because an item would lose the pointer when it moves.
  const drag = (event: PointerEvent<HTMLOListElement>): void => {
    if (dragged === null) return;
    const items = [...event.currentTarget.children];
    const below = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom);
    move(dragged, below < 0 ? items.length - 1 : below);
  };
  const end = (): void => setDragged(null);
  return (
    <section className="flow" aria-label={label}>
      <h3 className="label">{label}</h3>
      <ol ref={list} className="product-size-order" onPointerMove={drag} onPointerUp={end} onPointerCancel={end}>
        {sizes.map((size, place) => (
          <li key={size} className={size === dragged ? 'dragged' : undefined}>
            <span
              className="product-size-handle"
              title="Drag to another place"
              aria-hidden="true"
              onPointerDown={(event) => {
                event.preventDefault();
                list.current?.setPointerCapture(event.pointerId);
                setDragged(size);
              }}
            >
              <Icon name="menu" />
            </span>
            <span className="grow cut" title={size}>
              {size}
            </span>
            <IconButton
              icon="down"
              className="product-size-up"
              label={`Move ${size} up`}
              disabled={place === 0}
              onClick={(event) => moveBy(size, -1, event.currentTarget)}
            />
            <IconButton
              icon="down"
              label={`Move ${size} down`}
              disabled={place === sizes.length - 1}
              onClick={(event) => moveBy(size, 1, event.currentTarget)}
            />
          </li>
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {moved}
      </p>
    </section>
  );
}
