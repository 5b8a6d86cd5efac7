import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { penceTyped } from '../../shared/money.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select, TextArea, TextField } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices } from '../ui/money.tsx';
import { adminOrders, findPeople, type Line, type Order, readOffer, type Style } from './client.ts';
import { lineName } from './office-words.ts';
import { PersonChoice } from './person-choice.tsx';
import type { Change } from './use-change.ts';

type Wearer = Parameters<typeof PersonChoice>[0]['person'] & { id: number };

const childName = (child: Style['children'][number]): string =>
  [sizeOf(child.attributes), child.attributes.variation_colour].filter(Boolean).join(', ') || child.sku;

/** The value of the choice without a size; its colour follows. */
const UNSIZED = 'unsized:';
const unsizedValue = (colour: string | null): string => `${UNSIZED}${colour ?? ''}`;

/** A new line, or a change of one: its wearer, which product in which size, how many, at what price. */
export function LineDialog({ order, line, change, onClose }: { order: Order; line?: Line; change: Change; onClose: () => void }) {
  const [base] = useState(line);
  const [wearer, setWearer] = useState<Wearer | null>(
    line
      ? { ...line.employee, employee_number: null, sites: [] }
      : order.employees.length === 1 && order.employees[0]
        ? { ...order.employees[0], sites: [] }
        : null,
  );
  const offer = useQuery({
    queryKey: ['offer', wearer?.id, order.uuid],
    queryFn: () => readOffer(wearer?.id ?? 0, order.uuid),
    enabled: wearer !== null,
  });
  const [style, setStyle] = useState<Style | null>(null);
  const [product_id, setProduct] = useState<number | null>(null);
  const [colour, setColour] = useState(line?.variation_colour ?? null);
  const [quantity, setQuantity] = useState(String(line?.qty_requested ?? 1));
  const [price, setPrice] = useState(line?.is_manually_priced && line.unit_price !== null ? (line.unit_price / 100).toFixed(2) : '');
  const [role, setRole] = useState('');
  const [decoration, setDecoration] = useState('');
  const [notes, setNotes] = useState('');

  const ordered =
    line &&
    offer.data?.items.find(
      ({ id, children }) => id === (line.product.parent?.id ?? line.product.id) || children.some((child) => child.id === line.product_id),
    );
  const selected = style ?? ordered ?? null;
  const only = selected?.children.length === 1 && selected.children[0]?.id === selected.id ? selected.children[0] : null;
  const sizeId = product_id ?? (style ? (only?.id ?? null) : (line?.product_id ?? null));
  const isOver = !order.can.order_more;
  const isPromised = line !== undefined && (isOver || line.qty_allocated > 0 || line.qty_shipped > 0);
  const isUnsized = selected !== null && !only && sizeId === selected.id;
  const child = selected?.children.find(({ id }) => id === sizeId);
  const qty = Number(quantity);
  const pence = penceTyped(price);
  const missing = !wearer
    ? 'Choose an employee first.'
    : sizeId === null
      ? 'Choose a product and its size.'
      : !(qty >= 1)
        ? 'Say how many.'
        : pence === undefined
          ? 'The price is not readable.'
          : null;

  const add = useWrite({
    send: (json: Parameters<(typeof adminOrders)[':uuid']['lines']['$post']>[0]['json'], options) =>
      answer(adminOrders[':uuid'].lines.$post({ param: { uuid: order.uuid }, json }, options)),
    success: 'Line added',
    refresh: [['orders', order.uuid], ['admin-orders']],
    onSaved: onClose,
    onRefused: change.isOverBudget,
  });
  const save = async () => {
    if (missing || !wearer || sizeId === null || pence === undefined) return;
    if (!base) {
      const fresh = {
        employee_id: wearer.id,
        product_id: sizeId,
        quantity: qty,
        decoration,
        notes,
        unit_price: pence,
        ...(isUnsized && { variation_colour: colour }),
      };
      void change.forcing((more) => add.write({ ...fresh, ...(role && { budget: Number(role) }), ...more }));
      return;
    }
    const priceChanged = pence === null ? base.is_manually_priced : pence !== base.unit_price;
    const fields = {
      ...(wearer.id !== base.employee.id && { employee_id: wearer.id }),
      ...(sizeId !== base.product_id && { product_id: sizeId }),
      ...(isUnsized && (sizeId !== base.product_id || colour !== base.variation_colour) && { variation_colour: colour }),
      ...(qty !== base.qty_requested && { qty_requested: qty }),
      ...(priceChanged && { unit_price: pence }),
    };
    if (Object.keys(fields).length === 0 || (await change.changeLine(fields, base))) onClose();
  };
  const busy = add.busy || change.busy;
  const fault = (field: string): string | undefined => (base ? change.lineErrors[field] : add.errors[field]);
  // Without a size it costs as much as the dearest size in its colour.
  const inColour = selected?.children.filter(({ attributes }) => colour === null || attributes.variation_colour === colour) ?? [];
  const dearest = isUnsized && inColour.length ? Math.max(...inColour.map((one) => one.price)) : selected?.price_from;
  const set = selected && (child?.price ?? dearest);

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      width={640}
      title={line ? 'Change line' : 'Create New Line'}
      description={line ? `${lineName(line)}, for ${line.employee.name}` : `Order ${order.order_number}, ${order.account.name}`}
      onSubmit={() => void save()}
      actions={
        <>
          {missing && <span className="note dialog-why">{missing}</span>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={missing !== null} busy={busy} busyText="Saving">
            {line ? 'Save' : 'Add line'}
          </Button>
        </>
      }
    >
      <div className="flow">
        <Combobox
          label="Employee"
          name="employee_id"
          required
          from={0}
          disabled={isPromised}
          hint={
            isOver
              ? 'All of this order has shipped. Only the price can still be changed.'
              : isPromised
                ? 'Stock is allocated to this line, so employee and product cannot be changed.'
                : undefined
          }
          placeholder="Name or number"
          value={wearer}
          onChange={(next) => {
            if (!next || next.id === wearer?.id) return;
            setWearer(next);
            setStyle(null);
            setProduct(null);
            setColour(null);
            setRole('');
          }}
          search={async (text, signal) =>
            text.length >= limits.search_min ? findPeople(order.account.id, text, signal) : order.employees.map((one) => ({ ...one, sites: [] }))
          }
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(person) => <PersonChoice person={person} />}
          error={fault('employee_id')}
        />
        <Combobox
          key={wearer?.id}
          label="Product"
          name="product_id"
          required
          from={0}
          disabled={!wearer || isPromised}
          placeholder={wearer ? (offer.isPending ? 'Loading…' : 'Name or SKU') : 'Choose an employee first'}
          value={selected}
          onChange={(next) => {
            setStyle(next);
            setProduct(null);
            setColour(null);
          }}
          search={async (text) => {
            const search = text.toLowerCase();
            const items = offer.data?.items ?? (await offer.refetch()).data?.items ?? [];
            return items
              .filter(({ name, sku, children }) => `${name} ${sku} ${children.map((one) => one.sku).join(' ')}`.toLowerCase().includes(search))
              .slice(0, 50);
          }}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(one) => (
            <>
              <GarmentTile media={one.media} alt="" colour={one.colours[0]?.hex} />
              <span className="grow cut">
                {one.name} <span className="note code">{one.sku}</span>
              </span>
              <span className="note">{formatPrices([one.price_from, one.price_to])}</span>
            </>
          )}
          none={wearer ? `Nothing in ${wearer.name}’s clothing sets matches.` : 'Choose an employee first.'}
          error={fault('product_id')}
        />
        <div className="line-grid">
          {selected && !only ? (
            <Select
              label="Size"
              name="size"
              required
              disabled={isPromised}
              placeholder={sizeId === null ? 'Choose a size' : undefined}
              value={isUnsized ? unsizedValue(colour) : sizeId === null ? '' : String(sizeId)}
              error={fault('variation_colour')}
              options={[
                ...selected.children.map((one) => ({
                  value: String(one.id),
                  label: `${childName(one)} · ${one.qty_free > 0 ? `${one.qty_free} free` : 'none free'}`,
                })),
                ...selected.colours.map(({ name }) => ({ value: unsizedValue(name), label: `No size yet, ${name}` })),
                { value: unsizedValue(null), label: selected.colours.length ? 'No size or colour yet' : 'No size yet' },
              ]}
              onChange={({ target: { value } }) => {
                const isNone = value.startsWith(UNSIZED);
                setProduct(isNone ? selected.id : value ? Number(value) : null);
                setColour(isNone ? value.slice(UNSIZED.length) || null : null);
              }}
            />
          ) : (
            <Field label="Size">
              {(control) => <input {...control} className="in" readOnly value={only ? 'One size' : ''} placeholder="Choose a product first" />}
            </Field>
          )}
          <TextField
            label="Quantity"
            name={base ? 'qty_requested' : 'quantity'}
            required
            disabled={isOver}
            inputMode="numeric"
            value={quantity}
            error={fault(base ? 'qty_requested' : 'quantity')}
            onChange={(event) => setQuantity(event.target.value.replace(/[^\d-]/g, '').slice(0, 4))}
          />
          <TextField
            label="Price £"
            name="unit_price"
            inputMode="decimal"
            placeholder={typeof set === 'number' ? (set / 100).toFixed(2) : ''}
            hint={price === '' ? 'From the clothing set' : 'Set by hand'}
            value={price}
            error={fault('unit_price')}
            onChange={(event) => setPrice(event.target.value)}
          />
        </div>
        {!line && (
          <>
            <Select
              label="Budget"
              name="budget"
              disabled={!wearer}
              placeholder={wearer ? 'The first role with a budget' : 'Choose an employee first'}
              options={(offer.data?.employee_roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={role}
              error={fault('budget')}
              onChange={(event) => setRole(event.target.value)}
            />
            {selected && selected.decorations_for_employee.length > 0 && (
              <Select
                label="Decoration of the set"
                placeholder="None"
                options={selected.decorations_for_employee.map((one) => ({ value: one, label: one }))}
                value={selected.decorations_for_employee.includes(decoration) ? decoration : ''}
                onChange={(event) => setDecoration(event.target.value)}
              />
            )}
            <TextArea
              label="Decoration instruction"
              name="decoration"
              rows={2}
              counted
              maxLength={limits.decoration}
              value={decoration}
              error={fault('decoration')}
              onChange={(event) => setDecoration(event.target.value)}
            />
            <TextArea
              label="Notes"
              name="notes"
              rows={2}
              maxLength={limits.notes}
              value={notes}
              error={fault('notes')}
              onChange={(event) => setNotes(event.target.value)}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
