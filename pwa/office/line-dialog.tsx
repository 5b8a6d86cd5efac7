import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holdsText } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import { poundsText } from '../../shared/money.ts';
import { type NewOfficeLine, newOfficeLine, officeLineChange } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import { lineName } from '../api/line-name.ts';
import type { LineFields } from '../api/order-changes.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field, Select, TextArea, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices } from '../ui/money.tsx';
import { adminOrders, findPeople, type Line, type Offer, type Order, readOffer, type Style } from './client.ts';
import {
  changedFields,
  type LineDraft,
  lineValues,
  missingText,
  newLineFields,
  onlyChild,
  priceInSet,
  readChoice,
  sizeOptions,
  styleOf,
  type Wearer,
} from './line-choice.ts';
import { PersonChoice } from './person-choice.tsx';
import { usualDecoration } from './sku-choice.ts';
import type { Change } from './use-change.ts';

interface LineDialogProps {
  order: Order;
  line?: Line;
  /** What a person has already typed of a new line. */
  draft?: LineDraft | undefined;
  change: Change;
  onClose: () => void;
}

/** Adds or changes a line: its wearer, product, size, quantity and price. */
export function LineDialog({ order, line, draft, change, onClose }: LineDialogProps) {
  const [base] = useState(line);
  const add = useWrite({
    send: (json: Parameters<(typeof adminOrders)[':uuid']['lines']['$post']>[0]['json'], options) =>
      answer(adminOrders[':uuid'].lines.$post({ param: { uuid: order.uuid }, json }, options)),
    success: 'Line added',
    refresh: [['orders', order.uuid], ['admin-orders']],
    onRefused: (error) => change.isOverBudget(error) || Object.keys(error.first_messages).length > 0,
  });
  const form = useForm({
    schema: line ? officeLineChange : newOfficeLine,
    values: lineValues(order, line, draft),
    input: (): object => (base ? changedFields(choice, base) : newLineFields(choice, form.values)),
    write: async (json): Promise<object | undefined> => {
      if (!base) return change.forcing((more) => add.write({ ...(json as NewOfficeLine), ...more }));
      return Object.keys(json).length === 0 ? base : change.changeLine(json as LineFields, base);
    },
    // The API calls the quantity of an existing line `qty_requested`.
    fieldOf: (name) => (name === 'qty_requested' ? 'quantity' : name),
    errors: line ? change.lineErrors : add.errors,
    onSaved: onClose,
  });
  const { employee_id: wearer, product_id: style, size, unit_price, decoration } = form.values;
  const offer = useQuery({
    queryKey: ['offer', wearer?.id, order.uuid],
    queryFn: () => readOffer(wearer?.id ?? 0, order.uuid),
    enabled: wearer !== null,
  });

  const orderedStyle = line && styleOf(line, offer.data);
  const selectedStyle = style ?? orderedStyle ?? null;
  const only = selectedStyle && onlyChild(selectedStyle);
  const choice = readChoice(form.values, selectedStyle, line);
  const price = selectedStyle && priceInSet(selectedStyle, choice);
  const isOver = !order.can.order_more;
  const isPromised = line !== undefined && (isOver || line.qty_allocated > 0 || line.qty_shipped > 0);

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={640}
      title={line ? 'Change line' : 'Create New Line'}
      description={line ? `${lineName(line)}, for ${line.employee.name}` : `Order ${order.order_number}, ${order.account.name}`}
      waits={missingText(choice)}
      action={line ? 'Save' : 'Add line'}
    >
      <div className="flow">
        <Combobox
          label="Employee"
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
          {...form.control('employee_id')}
          onChange={(next: Wearer | null) => {
            if (next && next.id !== wearer?.id) form.fill({ employee_id: next, product_id: null, size: '', budget: '' });
          }}
          search={async (text, signal) =>
            text.length >= limits.search_min ? findPeople(order.account.id, text, signal) : order.employees.map((one) => ({ ...one, sites: [] }))
          }
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(person) => <PersonChoice person={person} />}
        />
        <StyleField
          key={wearer?.id}
          wearer={wearer}
          offer={offer}
          disabled={!wearer || isPromised}
          {...form.control('product_id')}
          value={selectedStyle}
          onChange={(next) =>
            form.fill({
              product_id: next,
              size: String((next && onlyChild(next)?.id) ?? ''),
              ...(!line && { decoration: next ? usualDecoration(next) : '' }),
            })
          }
        />
        <div className="line-grid">
          {selectedStyle && !only ? (
            <Select
              label="Size"
              required
              disabled={isPromised}
              placeholder={size ? undefined : 'Choose a size'}
              {...form.field('size')}
              options={sizeOptions(selectedStyle)}
            />
          ) : (
            <Field label="Size">
              {(control) => <input {...control} className="in" readOnly value={only ? 'One size' : ''} placeholder="Choose a product first" />}
            </Field>
          )}
          <TextField
            label="Quantity"
            required
            disabled={isOver}
            inputMode="numeric"
            {...form.field('quantity')}
            onChange={({ target }) => form.fill({ quantity: target.value.replace(/[^\d-]/g, '').slice(0, 4) })}
          />
          <TextField
            label="Price £"
            inputMode="decimal"
            placeholder={typeof price === 'number' ? poundsText(price) : ''}
            hint={unit_price === '' ? 'From the clothing set' : 'Set by hand'}
            {...form.field('unit_price')}
          />
        </div>
        {!line && (
          <>
            <Select
              label="Budget"
              disabled={!wearer}
              placeholder={wearer ? 'The first role with a budget' : 'Choose an employee first'}
              options={(offer.data?.employee_roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              {...form.field('budget')}
            />
            {selectedStyle && selectedStyle.decorations_for_employee.length > 0 && (
              <Select
                label="Decoration of the set"
                placeholder="None"
                options={selectedStyle.decorations_for_employee.map((one) => ({ value: one, label: one }))}
                value={selectedStyle.decorations_for_employee.includes(decoration) ? decoration : ''}
                onChange={(event) => form.fill({ decoration: event.target.value })}
              />
            )}
            <TextArea label="Decoration instruction" rows={2} counted {...form.field('decoration')} />
            <TextArea label="Notes" rows={2} {...form.field('notes')} />
          </>
        )}
      </div>
    </FormDialog>
  );
}

interface StyleFieldProps {
  wearer: Wearer | null;
  /** The products of the wearer's clothing sets. */
  offer: UseQueryResult<Offer>;
  name: string;
  value: Style | null;
  onChange: (style: Style | null) => void;
  disabled: boolean;
  error: string | undefined;
}

/** Chooses a product from the wearer's clothing sets. */
const StyleField = ({ wearer, offer, ...control }: StyleFieldProps) => (
  <Combobox<Style>
    label="Product"
    required
    from={0}
    placeholder={wearer ? (offer.isPending ? 'Loading…' : 'Name or SKU') : 'Choose an employee first'}
    {...control}
    search={async (text) => {
      const items = offer.data?.items ?? (await offer.refetch()).data?.items ?? [];
      return items.filter(({ name, sku, children }) => holdsText(`${name} ${sku} ${children.map((one) => one.sku).join(' ')}`, text)).slice(0, 50);
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
  />
);
