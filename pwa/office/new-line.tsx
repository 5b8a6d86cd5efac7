import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { penceTyped } from '../../shared/money.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices, Money } from '../ui/money.tsx';
import { type Order, readOffer } from './client.ts';
import type { LineDraft } from './line-choice.ts';
import { PasteSkusDialog } from './paste-skus-dialog.tsx';
import { SizeGridDialog } from './size-grid-dialog.tsx';
import { choiceKey, choiceText, findSkuChoices, freeWords, type SkuChoice, usualDecoration } from './sku-choice.ts';
import { useAddLines } from './use-add-lines.ts';
import type { Change } from './use-change.ts';

interface NewLineProps {
  order: Order;
  change: Change;
  /** Opens the dialog of all fields, with what is typed here. */
  onOther: (draft: LineDraft) => void;
}

/** A SKU or a style among the choices, with its free stock or the range of its prices. */
const Choice = ({ style, child }: SkuChoice) => (
  <>
    <GarmentTile media={style.media} alt="" colour={style.colours[0]?.hex} />
    <span className="grow cut">
      {child ? choiceText({ style, child }) : `${style.name}, several sizes`} <span className="note code">{child?.sku ?? style.sku}</span>
    </span>
    <span className="note">{child ? freeWords(child) : formatPrices([style.price_from, style.price_to])}</span>
  </>
);

/**
 * The row in which lines are added one after the other: Enter in any of its fields adds the line and begins the next for the same wearer. A style adds
 * several sizes at once, and a pasted list adds its SKUs.
 */
export function NewLine({ order, change, onOther }: NewLineProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [wearerId, setWearerId] = useState(order.lines.at(-1)?.employee.id ?? order.employees[0]?.id);
  const wearer = order.employees.find((one) => one.id === wearerId) ?? order.employees[0];
  const offer = useQuery({
    queryKey: ['offer', wearer?.id, order.uuid],
    queryFn: () => readOffer(wearer?.id ?? 0, order.uuid),
    enabled: wearer !== undefined,
  });
  const [choice, setChoice] = useState<SkuChoice | null>(null);
  const [quantity, setQuantity] = useState('1');
  const [price, setPrice] = useState('');
  const [decoration, setDecoration] = useState<string | null>(null);
  const [grid, setGrid] = useState<SkuChoice['style'] | null>(null);
  const [isPasting, setIsPasting] = useState(false);
  // Each line begins with an empty product field.
  const [turn, setTurn] = useState(0);
  const { addLine, errors, busy } = useAddLines(order.uuid, change);

  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const isFirstLine = useRef(order.lines.length === 0);
  useEffect(() => {
    if (turn === 0 && !isFirstLine.current) return;
    // After a change of the screen the title of the page gets the focus first.
    const cancel = afterPaint(() => form.current?.querySelector<HTMLInputElement>('[name=new_product]')?.focus());
    return () => void cancel();
  }, [turn]);
  const next = (): void => {
    setChoice(null);
    setQuantity('1');
    setPrice('');
    setDecoration(null);
    setTurn((before) => before + 1);
  };
  const choose = (chosen: SkuChoice | null): void => {
    if (chosen && !chosen.child) setGrid(chosen.style);
    else setChoice(chosen);
    // The field loses the focus once the key is handled, and before the next key.
    if (chosen?.child) queueMicrotask(() => focus('new_quantity'));
  };

  const unit_price = penceTyped(price);
  const isComplete = wearer !== undefined && choice?.child != null && Number(quantity) >= 1 && unit_price !== undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isComplete || busy || !choice?.child) return;
    const line = {
      employee_id: wearer.id,
      product_id: choice.child.id,
      quantity: Number(quantity),
      decoration: decoration ?? usualDecoration(choice.style),
      ...(unit_price !== null && { unit_price }),
    };
    if (await addLine(line)) next();
  };
  const fault = unit_price === undefined ? 'Type an amount in pounds, such as 12.50.' : Object.values(errors)[0];
  if (!wearer) return null;
  const draft: LineDraft = {
    wearer,
    style: choice?.style ?? null,
    product_id: choice?.child?.id,
    quantity,
    price,
    decoration: decoration ?? (choice ? usualDecoration(choice.style) : ''),
  };
  return (
    <>
      <form ref={form} className="new-line" aria-label="New line" onSubmit={(event) => void submit(event)}>
        <Combobox<SkuChoice>
          key={`${turn} ${wearer.id}`}
          label="Product or SKU"
          name="new_product"
          from={1}
          placeholder={offer.isPending ? 'Loading…' : 'Product or SKU'}
          value={choice}
          onChange={choose}
          search={async (text) => {
            const data = offer.data ?? (await offer.refetch()).data;
            return data ? findSkuChoices(data, text) : [];
          }}
          itemKey={choiceKey}
          itemText={choiceText}
          renderItem={Choice}
          none={`Nothing in ${wearer.name}’s clothing sets matches.`}
        />
        <select className="in" aria-label="Wearer" value={wearer.id} onChange={({ target }) => setWearerId(Number(target.value))}>
          {order.employees.map(({ id: employee_id, name }) => (
            <option key={employee_id} value={employee_id}>
              {name}
            </option>
          ))}
        </select>
        <input
          className="in num"
          name="new_quantity"
          aria-label="Quantity of the new line"
          inputMode="numeric"
          value={quantity}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setQuantity(target.value.replace(/\D/g, '').slice(0, String(limits.line_quantity).length))}
        />
        <input
          className="in num"
          aria-label="Price of the new line in pounds"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          inputMode="decimal"
          placeholder={choice?.child ? (choice.child.price / 100).toFixed(2) : 'Price £'}
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <input
          className="in"
          aria-label="Decoration of the new line"
          placeholder="Decoration"
          maxLength={limits.decoration}
          value={decoration ?? (choice ? usualDecoration(choice.style) : '')}
          onChange={({ target }) => setDecoration(target.value)}
        />
        <Button type="submit" busy={busy} busyText="Adding" disabled={!isComplete}>
          Add and next
        </Button>
        <p className="note new-line-foot">
          {fault ? (
            <span className="err" id={`${id}-fault`}>
              {fault}
            </span>
          ) : choice?.child ? (
            <>
              <Money pence={(unit_price ?? choice.child.price) * Number(quantity)} /> for {wearer.name}, {freeWords(choice.child)}
            </>
          ) : (
            'Add and next keeps the wearer'
          )}
          <button type="button" className="link push" onClick={() => setIsPasting(true)}>
            Paste SKUs
          </button>
          <button type="button" className="link" onClick={() => onOther(draft)}>
            More fields
          </button>
        </p>
      </form>
      {grid && <SizeGridDialog order={order} wearer={wearer} style={grid} change={change} onClose={() => setGrid(null)} onAdded={next} />}
      {isPasting && offer.data && (
        <PasteSkusDialog order={order} wearer={wearer} offer={offer.data} change={change} onClose={() => setIsPasting(false)} />
      )}
    </>
  );
}
