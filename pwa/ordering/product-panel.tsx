import { useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { articleOnFile, onFileWords } from '../../shared/sizes/size-on-file.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { afterPaint, hidePanel } from '../ui/after-paint.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { shortWords } from '../ui/due-words.ts';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { focusField, isOnScreen } from '../ui/field-name.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatPrices } from '../ui/money.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { revealMessage } from '../ui/reveal.ts';
import { SizeChooser } from '../ui/size-chooser.tsx';
import { type Line, type Order, orders, type Style, type WearerProducts } from './client.ts';
import { joinDecoration, splitDecoration } from './decoration.ts';
import { afterChange, useDatasheets, useSizesOnFile } from './order-data.ts';
import { lineName } from './order-lines.tsx';
import { Panel } from './panel.tsx';
import { firstColour, onlySize, pricesOf, sizeName, sizeNote, sizesIn } from './style.ts';
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

/** One product: its description, then colour, size, decoration and quantity. */
export function ProductPanel({ order, wearer, style, roles = [], line: initialLine, mayLeaveSize, onAdd, onClose }: ProductPanelProps) {
  // The line as this panel knows it: other people's changes meanwhile are found when it is saved.
  const [line, setLine] = useState(initialLine);
  const [theirs, setTheirs] = useState<{ line: Line; text: string } | null>(null);
  const single = onlySize(style);
  const sizeOnly = line !== undefined && order.is_submitted;
  const orderedColour = line?.product.attributes.variation_colour ?? undefined;
  // The size of a submitted line is chosen within its colour.
  const colours = sizeOnly && line.variation_colour ? style.colours.filter(({ name }) => name === orderedColour) : style.colours;
  const onFile = useSizesOnFile(wearer.id).get(style.id);
  const isSized = line?.is_size_selected === true;
  // The size that the wearer last kept is proposed until the person chooses.
  const [pickedColour, setPickedColour] = useState(orderedColour);
  const [pickedSize, setPickedSize] = useState<number | typeof UNSIZED | null | undefined>(isSized ? line.product_id : single?.id);
  const colour = pickedColour ?? firstColour(style, onFile);
  const [quantity, setQuantity] = useState(line?.qty_requested ?? 1);
  const [role, setRole] = useState(String(line?.budget_employee_role_id ?? ''));
  const [notes, setNotes] = useState(line?.notes ?? '');
  const [{ choice, instruction }, setDecoration] = useState(() => splitDecoration(line?.decoration ?? null, style.decorations_for_employee));
  const [isOpen, setIsOpen] = useState(false);

  const sizes = sizesIn(style, style.colours.length ? colour : null);
  const article = articleOnFile(sizes, style.colours.length ? colour : null, onFile);
  const keptWords = onFile && onFileWords(onFile);
  const selectedSize = pickedSize === undefined ? (article?.id ?? null) : pickedSize;
  const size = sizes.find(({ id }) => id === selectedSize);
  const decoration = joinDecoration(choice, instruction);
  const variation_colour = selectedSize === UNSIZED && style.colours.length ? colour : null;
  // A line that waits for its size is charged the highest price until it has one.
  const isOpenSize = selectedSize === UNSIZED || (selectedSize === null && line !== undefined && !isSized);
  const prices = pricesOf(style, { size, unsized: isOpenSize ? sizes : undefined });
  const product_id = selectedSize === UNSIZED ? style.id : (size?.id ?? null);
  const short = size ? shortWords(size.qty_free, quantity) : null;
  const brief = [style.short_description_1, style.short_description_2].filter(Boolean).join('. ') || style.description;
  const more = brief === style.description ? '' : style.description;
  const missing = missingWord(style, { product_id, quantity, choice, sizeOnly });
  const picture = size?.media.length ? size.media : sizes[0]?.media.length ? sizes[0].media : style.media;

  const chooseColour = (name: string): void => {
    setPickedColour(name);
    // The same size in the other colour, where there is one.
    if (!size) return;
    setPickedSize(sizesIn(style, name).find((other) => sizeName(other) === sizeName(size))?.id ?? null);
  };

  /** Somebody else changed the line: fields that were not edited here get their values, the others stay, to be saved again. */
  const meet = (now: Line, text: string): void => {
    if (!line) return;
    if (product_id === line.product_id) {
      setPickedSize(now.is_size_selected ? now.product_id : undefined);
      setPickedColour(now.product.attributes.variation_colour ?? undefined);
    }
    if (quantity === line.qty_requested) setQuantity(now.qty_requested);
    if (role === String(line.budget_employee_role_id ?? '')) setRole(String(now.budget_employee_role_id ?? ''));
    if (notes === (line.notes ?? '')) setNotes(now.notes ?? '');
    if (decoration === (line.decoration ?? '')) setDecoration(splitDecoration(now.decoration, style.decorations_for_employee));
    setLine(now);
    setTheirs({ line: now, text });
  };

  const change = useWrite({
    send: (product: number, options) => {
      const isNew = line !== undefined && (product !== line.product_id || variation_colour !== line.variation_colour);
      const changes = {
        ...(isNew && { product_id: product, is_size_selected: selectedSize !== UNSIZED, ...(selectedSize === UNSIZED && { variation_colour }) }),
        ...(!sizeOnly && quantity !== line?.qty_requested && { qty_requested: quantity }),
        ...(!sizeOnly && notes !== (line?.notes ?? '') && { notes }),
        ...(!sizeOnly && decoration !== (line?.decoration ?? '') && { decoration }),
        ...(!sizeOnly && role && Number(role) !== line?.budget_employee_role_id && { budget: Number(role) }),
        ...(line && { version: line.version }),
      };
      return answer(orders[':uuid'].lines[':lineId'].$put({ param: { uuid: order.uuid, lineId: String(line?.id) }, json: changes }, options));
    },
    success: (after) => {
      if (after.product_id !== line?.product_id) return after.is_size_selected ? 'Size Selected!' : 'Order updated';
      if (after.notes !== line.notes) return 'Notes Updated';
      return after.qty_requested === line.qty_requested ? 'Order updated' : 'Quantity Requested Updated';
    },
    refresh: afterChange(order.uuid),
    onSaved: onClose,
    onRefused: (error) => {
      if (error.code === 'stale_version' && error.current) {
        meet(error.current as Line, error.message);
        revealMessage(document.querySelector('[role=dialog]'));
        return true;
      }
      // One fault on a field of the panel needs no dialog.
      const [name = '', ...others] = Object.keys(error.first_messages);
      if (others.length > 0 || !isOnScreen(name)) return false;
      afterPaint(() => focusField(name));
      return true;
    },
  });
  const fault = (field: string): string | undefined => change.errors[field];
  const send = (button: Element): void => {
    if (product_id === null || missing) return;
    if (line) {
      void change.write(product_id);
      return;
    }
    onAdd?.({
      employee_id: wearer.id,
      style_id: style.id,
      product_id,
      is_size_selected: selectedSize !== UNSIZED,
      variation_colour,
      size: size ? sizeOf(size.attributes) : null,
      quantity,
      budget: role ? Number(role) : null,
      decoration,
      notes: notes.trim(),
    });
    hidePanel(button);
    afterPaint(onClose);
  };

  return (
    <Panel
      title={style.name}
      description={`for ${wearer.name}`}
      onClose={onClose}
      actions={
        <>
          {!sizeOnly && (
            <QtyStepper
              label={`Quantity, ${style.name}`}
              value={quantity}
              onChange={setQuantity}
              min={0}
              max={limits.line_quantity}
              name="qty_requested"
              error={fault('qty_requested')}
            />
          )}
          <Button
            look="primary"
            className="grow"
            disabled={missing !== null}
            busy={change.busy}
            busyText="Saving…"
            onClick={({ currentTarget }) => send(currentTarget)}
          >
            {missing ?? (line ? 'Save' : 'Next')}
          </Button>
        </>
      }
    >
      {theirs && (
        <Banner tone="warn">
          <p className="strong">{theirs.text}</p>
          <p>
            It is {lineName(theirs.line)}, {theirs.line.qty_requested} now. Save to keep what you changed as well.
          </p>
        </Banner>
      )}
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
        chosen={typeof selectedSize === 'number' ? selectedSize : null}
        onSize={setPickedSize}
        onFile={keptWords ? { id: article?.id, words: keptWords } : null}
        name="product_id"
        error={fault('product_id') ?? fault('variation_colour')}
      >
        {mayLeaveSize && !sizeOnly && (
          <Chip className="unsized-chip" selected={selectedSize === UNSIZED} onClick={() => setPickedSize(UNSIZED)}>
            <Icon name="mail" />
            Order without a size
          </Chip>
        )}
        {sizes.length === 0 && orderedColour && (
          <p className="t-warn product-words">
            {style.name} is not offered in {orderedColour} any more.
          </p>
        )}
        {short && (
          <p className="t-warn product-words" role="status">
            {short}
          </p>
        )}
        {selectedSize === UNSIZED && (
          <p className="sub product-words">
            {wearer.name} is asked for the size by e-mail once the order is submitted.{mailWaits()}
          </p>
        )}
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
            onChange={(event) => setDecoration({ choice: event.target.value, instruction })}
            error={fault('decoration')}
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
                onChange={(event) => setDecoration({ choice, instruction: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
      {!sizeOnly && roles.length > 1 && (
        <Select
          className="product-part"
          label="Charge to"
          name="budget"
          placeholder={line ? undefined : 'The usual role'}
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={role}
          onChange={(event) => setRole(event.target.value)}
          error={fault('budget')}
        />
      )}
      {!sizeOnly && (
        <TextArea
          className="product-part"
          label="Notes"
          name="notes"
          rows={2}
          counted
          maxLength={limits.notes}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
          error={fault('notes')}
        />
      )}
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
  values: { product_id: number | null; quantity: number; choice: string; sizeOnly: boolean },
): 'Choose a size' | 'Choose a decoration' | 'Choose how many' | null {
  if (values.product_id === null) return 'Choose a size';
  if (!values.sizeOnly && style.decorations_for_employee.length > 0 && !values.choice) return 'Choose a decoration';
  return values.quantity > 0 ? null : 'Choose how many';
}
