import { useRef, useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { type LineChange, lineChange, newLine } from '../../shared/ordering/order-input.ts';
import { articleOnFile, onFileWords } from '../../shared/sizes/size-on-file.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { afterPaint, hidePanel } from '../ui/after-paint.ts';
import { Badge } from '../ui/badge.tsx';
import { Chip } from '../ui/chip.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney, formatPrices } from '../ui/money.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SizeChooser } from '../ui/size-chooser.tsx';
import { type Line, type Order, orders, type Size, type Style, type WearerProducts } from './client.ts';
import { joinDecoration, splitDecoration } from './decoration.ts';
import { afterChange, useDatasheets, useSizesOnFile } from './order-data.ts';
import { lineName } from './order-lines.tsx';
import { Panel } from './panel.tsx';
import { firstColour, onlySize, pricesOf, sizeName, sizesIn } from './style.ts';
import type { NewLine } from './use-add-line.ts';

interface ProductPanelProps {
  order: Order;
  wearer: { id: number; name: string };
  style: Style;
  roles?: WearerProducts['employee_roles'];
  /** The line that is changed; without one, a new one is made. */
  line?: Line;
  /** Whether the size may be left to the wearer. */
  mayLeaveSize: boolean;
  /** Adds a new line; not needed for a line that is only shown or changed. */
  onAdd?: (line: NewLine) => void;
  onClose: () => void;
}

const UNSIZED = 'unsized';

/** A colour, and a product in it. Without an id the size that the wearer last kept is proposed. */
interface ProductChoice {
  id: number | typeof UNSIZED | null | undefined;
  colour: string | undefined;
}
interface Decoration {
  /** One of those that are offered. */
  choice: string;
  /** How it is stitched or printed. */
  instruction: string;
}
interface Values {
  product_id: ProductChoice;
  quantity: number;
  /** The id of a role. */
  budget: string;
  decoration: Decoration;
  notes: string;
}

const valuesOf = (line: Partial<Line>, style: Style): Values => ({
  product_id: { id: line.is_size_selected ? line.product_id : onlySize(style)?.id, colour: line.product?.attributes.variation_colour ?? undefined },
  quantity: line.qty_requested ?? 1,
  budget: String(line.budget_employee_role_id ?? ''),
  decoration: splitDecoration(line.decoration ?? null, style.decorations_for_employee),
  notes: line.notes ?? '',
});

/** The names of fields whose part of the body has another one. */
const fieldNames: Record<string, string> = { qty_requested: 'quantity', variation_colour: 'product_id' };

/** One product: its description, then colour, size, decoration and quantity. */
export function ProductPanel({ order, wearer, style, roles = [], line: opened, mayLeaveSize, onAdd, onClose }: ProductPanelProps) {
  // The line as this panel knows it: other people's changes meanwhile are found when it is saved.
  const [line, setLine] = useState(opened);
  const single = onlySize(style);
  const sizeOnly = line !== undefined && order.is_submitted;
  const ordered = line?.product.attributes.variation_colour ?? undefined;
  // The size of a submitted line is chosen within its colour.
  const colours = sizeOnly && line.variation_colour ? style.colours.filter(({ name }) => name === ordered) : style.colours;
  const onFile = useSizesOnFile(wearer.id).get(style.id);
  const isSized = line?.is_size_selected === true;
  const [isOpen, setIsOpen] = useState(false);
  const submit = useRef<HTMLButtonElement>(null);

  const change = useWrite({
    send: (json: LineChange, options) =>
      answer(orders[':uuid'].lines[':lineId'].$put({ param: { uuid: order.uuid, lineId: String(line?.id) }, json }, options)),
    success: (after) => {
      if (after.product_id !== line?.product_id) return after.is_size_selected ? 'Size Selected!' : 'Order updated';
      if (after.notes !== line.notes) return 'Notes Updated';
      return after.qty_requested === line.qty_requested ? 'Order updated' : 'Quantity Requested Updated';
    },
    refresh: afterChange(order.uuid),
    onRefused: (error) => {
      if (error.code !== 'stale_version' || !error.current) return false;
      const current = error.current as Line;
      setLine(current);
      form.takeCurrent(current, error.message);
      return true;
    },
  });
  const form = useForm({
    schema: line ? lineChange : newLine,
    record: (line ?? {}) as Partial<Line>,
    valuesOf: (record) => valuesOf(record, style),
    changes: (_, now) => [`It is ${lineName(now as Line)}, ${now.qty_requested} now.`],
    input: (): object => (line ? changesOf(line) : newFields),
    fieldOf: (name) => fieldNames[name] ?? name,
    isGuarded: false,
    write: async (json): Promise<object | undefined> => {
      if (line) return change.write(json as LineChange);
      onAdd?.({
        employee_id: wearer.id,
        style_id: style.id,
        product_id: product_id ?? 0,
        is_size_selected: chosen !== UNSIZED,
        variation_colour,
        size: size ? sizeOf(size.attributes) : null,
        quantity,
        budget: role ? Number(role) : null,
        decoration,
        notes: notes.trim(),
      });
      return {};
    },
    errors: change.errors,
    onSaved: () => {
      if (line) return onClose();
      if (submit.current) hidePanel(submit.current);
      afterPaint(onClose);
    },
  });
  const product = form.control('product_id');
  const decorated = form.control('decoration');
  const { quantity, budget: role, notes } = form.values;
  const { choice, instruction } = decorated.value;
  const colour = product.value.colour ?? firstColour(style, onFile);

  const sizes = sizesIn(style, style.colours.length ? colour : null);
  const article = articleOnFile(sizes, style.colours.length ? colour : null, onFile);
  const keptWords = onFile && onFileWords(onFile);
  // Until the person chooses, the size that the wearer last kept is proposed.
  const chosen = product.value.id === undefined ? (article?.id ?? null) : product.value.id;
  const size = sizes.find(({ id }) => id === chosen);
  const decoration = joinDecoration(choice, instruction);
  const variation_colour = chosen === UNSIZED && style.colours.length ? colour : null;
  // A line that waits for its size is charged the highest price until it has one.
  const isOpenSize = chosen === UNSIZED || (chosen === null && line !== undefined && !isSized);
  const prices = pricesOf(style, { size, unsized: isOpenSize ? sizes : undefined });
  const product_id = chosen === UNSIZED ? style.id : (size?.id ?? null);
  const brief = [style.short_description_1, style.short_description_2].filter(Boolean).join('. ') || style.description;
  const more = brief === style.description ? '' : style.description;
  const missing = missingWord(style, { product_id, quantity, choice, sizeOnly });
  const picture = size?.media.length ? size.media : sizes[0]?.media.length ? sizes[0].media : style.media;

  const newFields = {
    product_id,
    quantity,
    is_size_selected: chosen !== UNSIZED,
    ...(variation_colour && { variation_colour }),
    ...(role && { budget: Number(role) }),
    ...(decoration && { decoration }),
    notes: notes.trim(),
  };
  const changesOf = (before: Line) => ({
    ...((product_id !== before.product_id || variation_colour !== before.variation_colour) && {
      product_id: product_id ?? undefined,
      is_size_selected: chosen !== UNSIZED,
      ...(chosen === UNSIZED && { variation_colour }),
    }),
    ...(!sizeOnly && quantity !== before.qty_requested && { qty_requested: quantity }),
    ...(!sizeOnly && notes !== (before.notes ?? '') && { notes }),
    ...(!sizeOnly && decoration !== (before.decoration ?? '') && { decoration }),
    ...(!sizeOnly && role && Number(role) !== before.budget_employee_role_id && { budget: Number(role) }),
    version: before.version,
  });
  const chooseSize = (id: ProductChoice['id']): void => product.onChange({ ...product.value, id });
  const chooseColour = (name: string): void => {
    // The same size in the other colour, where there is one.
    const same = size && sizesIn(style, name).find((other) => sizeName(other) === sizeName(size));
    product.onChange({ colour: name, id: size ? (same?.id ?? null) : product.value.id });
  };

  return (
    <Panel
      title={style.name}
      description={`for ${wearer.name}`}
      onClose={onClose}
      actions={
        <>
          {!sizeOnly && <QtyStepper label={`Quantity, ${style.name}`} {...form.control('quantity')} min={0} max={limits.line_quantity} />}
          <Submit ref={submit} form={form} className="grow" disabled={missing !== null} busyText="Saving…">
            {missing ?? (line ? 'Save' : 'Next')}
          </Submit>
        </>
      }
    >
      <Form form={form}>
        <div className="product-head">
          <GarmentTile
            media={picture}
            alt={[style.name, colour].filter(Boolean).join(', ')}
            colour={colours.find(({ name }) => name === colour)?.hex}
            size="fill"
          />
          <div>
            {order.sub_total !== null && (
              <p className="product-price">
                <strong>{formatPrices(prices)}</strong>{' '}
                <span className="note text-md">
                  {isOpenSize && style.price_from !== style.price_to ? 'ex VAT, until the size is chosen' : 'ex VAT'}
                </span>
              </p>
            )}
            <dl className="facts text-md">
              <dt>SKU</dt>
              <dd className="code">{size?.sku ?? <span className="note">Choose a size</span>}</dd>
              <dt>Parent SKU</dt>
              <dd className="code">{style.sku}</dd>
            </dl>
            <Datasheets style={style} />
            {style.is_non_returnable && <Badge tone="line-only">Non-returnable</Badge>}
          </div>
        </div>
        {brief && <p className="sub product-words">{brief}</p>}
        {more && (
          <p className="sub product-words">
            {isOpen && <span className="product-more-words">{more} </span>}
            <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Less' : 'More information'}
            </button>
          </p>
        )}
        <SizeChooser
          colours={colours}
          colour={colour}
          onColour={chooseColour}
          sizes={single ? [] : sizes.map((one) => ({ id: one.id, name: sizeName(one), note: sizeNote(one, style, order.sub_total !== null) }))}
          chosen={typeof chosen === 'number' ? chosen : null}
          onSize={chooseSize}
          onFile={keptWords ? { id: article?.id, words: keptWords } : null}
          error={product.error}
        >
          {mayLeaveSize && !sizeOnly && (
            <Chip className="unsized-chip" selected={chosen === UNSIZED} onClick={() => chooseSize(UNSIZED)}>
              <Icon name="mail" />
              Order without a size
            </Chip>
          )}
          {sizes.length === 0 && ordered && (
            <p className="t-warn product-words">
              {style.name} is not offered in {ordered} any more.
            </p>
          )}
          {chosen === UNSIZED && <p className="sub product-words">{wearer.name} is asked for the size by e-mail once the order is submitted.</p>}
        </SizeChooser>
        {!sizeOnly && style.decorations_for_employee.length > 0 && (
          <div className="product-part form-part">
            <Select
              label="Decoration"
              name="decoration"
              required
              placeholder="Choose a decoration"
              options={style.decorations_for_employee.map((one) => ({ value: one, label: one }))}
              value={choice}
              onChange={(event) => decorated.onChange({ choice: event.target.value, instruction })}
              error={decorated.error}
            />
            <Field
              label="Decoration instruction"
              hint="As it should be stitched or printed"
              counter={{ used: decoration.length, max: limits.decoration }}
            >
              {(control) => (
                <input
                  {...control}
                  className="in"
                  value={instruction}
                  maxLength={Math.max(0, limits.decoration - (choice ? choice.length + 2 : 0))}
                  onChange={(event) => decorated.onChange({ choice, instruction: event.target.value })}
                />
              )}
            </Field>
          </div>
        )}
        {!sizeOnly && roles.length > 1 && (
          <Select
            className="product-part"
            label="Charge to"
            placeholder={line ? undefined : 'The usual role'}
            options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('budget')}
          />
        )}
        {!sizeOnly && <TextArea className="product-part" label="Notes" rows={2} counted {...form.field('notes')} />}
      </Form>
    </Panel>
  );
}

/** The makers' information on wearing and washing a product; it has a request of its own, so that nothing else waits for it. */
function Datasheets({ style }: { style: Style }) {
  const datasheets = useDatasheets(style.id);
  return datasheets.map(({ name, url }) => (
    <a key={url} className="line product-sheet" href={url} target="_blank" rel="noreferrer" title={name}>
      <Icon name="file" />
      <span className="cut">{datasheets.length === 1 ? 'Datasheet' : name}</span>
      <span className="sr">{name} (opens in a new tab)</span>
    </a>
  ));
}

function missingWord(
  style: Style,
  chosen: { product_id: number | null; quantity: number; choice: string; sizeOnly: boolean },
): 'Choose a size' | 'Choose a decoration' | 'Choose how many' | null {
  if (chosen.product_id === null) return 'Choose a size';
  if (!chosen.sizeOnly && style.decorations_for_employee.length > 0 && !chosen.choice) return 'Choose a decoration';
  return chosen.quantity > 0 ? null : 'Choose how many';
}

/** The text under a size: that it is being discontinued, or its price where not all prices are the same. */
function sizeNote(size: Size, { price_from, price_to }: Style, prices: boolean): string | null {
  if (size.discontinued_at) return 'Last ones';
  return prices && price_from !== price_to ? formatMoney(size.price) : null;
}
