import { sizeMeasures } from '../../shared/catalogue/size-measures.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { swapSentence } from '../../shared/returns/size-swap.ts';
import { availabilitySentence, availabilityText } from '../../shared/stock/availability-text.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { useAllowances } from '../api/allowances.tsx';
import { mailWaits } from '../session/mail-server.ts';
import { afterPaint, hidePanel } from '../ui/after-paint.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SizeChooser } from '../ui/size-chooser.tsx';
import type { Line, Order, Style, WearerProducts } from './client.ts';
import { judgeProduct } from './judge-product.ts';
import { useSizeSwaps } from './order-data.ts';
import { lineName } from './order-lines.tsx';
import { Panel } from './panel.tsx';
import { ProductAllowances } from './product-allowances.tsx';
import { ProductDescription, ProductHead } from './product-head.tsx';
import { sizeName, sizeNote } from './style.ts';
import type { NewLine } from './use-add-line.ts';
import { useLineChange } from './use-line-change.ts';
import { type ProductChoice, useProductChoice } from './use-product-choice.ts';

interface ProductPanelProps {
  order: Order;
  wearer: { id: number; name: string };
  style: Style;
  roles?: WearerProducts['employee_roles'];
  /** The line to change; if absent, a new line is added. */
  line?: Line;
  /** Whether the size may be left to the wearer. */
  mayLeaveSize: boolean;
  /** Adds a new line; not needed for a line that is only shown or changed. */
  onAdd?: (line: NewLine) => void;
  /** Called with a submitted line that was corrected, as it was and as it is now. */
  onCorrected?: (before: Line, after: Line) => void;
  onClose: () => void;
}

/** One product: its description and the choice of colour, size, decoration and quantity. */
export function ProductPanel({ order, wearer, style, roles = [], line: initialLine, mayLeaveSize, onAdd, onCorrected, onClose }: ProductPanelProps) {
  const choice = useProductChoice(order, wearer.id, style, initialLine);
  const { line, theirs, isSizeOnly, isCorrection, sizes, size, isUnsized, orderedColour, product_id, fields, fill, decoration, missing } = choice;
  const { data: wearerAllowances } = useAllowances(wearer.id, { enabled: style.allowances.length > 0 });
  const verdict = judgeProduct({ order, employee_id: wearer.id, style, line, quantity: fields.quantity, wearerAllowances });
  const { outcome, possible } = verdict;
  const waits = missing ?? (outcome === 'refused' ? (possible ? `Only ${possible} left` : 'None left') : null);
  const change = useLineChange(order, choice, outcome === 'grants', (after) => {
    if (isCorrection && line) onCorrected?.(line, after);
    onClose();
  });
  const swaps = useSizeSwaps([style.id]);
  const sizeOnFile = sizes.find(({ id }) => id === choice.onFile?.id);
  const today = ukDate(new Date().toISOString());
  const measures = sizeMeasures(style.measures, sizes.map(sizeName));
  const short = size ? availabilitySentence(size, fields.quantity, today) : null;
  const fault = (field: string): string | undefined => change.errors[field];
  const send = (button: Element): void => {
    if (product_id === null || waits) return;
    if (line) {
      void change.write(product_id);
      return;
    }
    onAdd?.({
      employee_id: wearer.id,
      style_id: style.id,
      product_id,
      is_size_selected: !isUnsized,
      variation_colour: choice.variation_colour,
      size: size ? sizeOf(size.attributes) : null,
      quantity: fields.quantity,
      budget: fields.role ? Number(fields.role) : null,
      decoration,
      notes: fields.notes.trim(),
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
          {(!isSizeOnly || isCorrection) && (
            <QtyStepper
              label={`Quantity, ${style.name}`}
              value={fields.quantity}
              onChange={(quantity) => fill({ quantity })}
              min={0}
              max={Math.min(limits.line_quantity, Math.max(1, possible ?? limits.line_quantity))}
              name="qty_requested"
              error={fault('qty_requested')}
            />
          )}
          <Button
            look="primary"
            className="grow"
            disabled={waits !== null}
            busy={change.busy}
            busyText="Saving…"
            onClick={({ currentTarget }) => send(currentTarget)}
          >
            {waits ?? (outcome === 'asks' ? 'Ask for more' : outcome === 'grants' ? 'Give extra and save' : line ? 'Save' : 'Next')}
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
      <ProductHead style={style} choice={choice} showsPrice={order.sub_total !== null} />
      <ProductDescription style={style} />
      <SizeChooser
        colours={choice.colours}
        colour={choice.colour}
        onColour={choice.chooseColour}
        sizes={
          choice.isSingle
            ? []
            : sizes.map((one) => ({
                id: one.id,
                name: sizeName(one),
                attributes: one.attributes,
                measure: measures.bySize.get(sizeName(one)),
                note: sizeNote(one, style, order.sub_total !== null),
                stock: availabilityText(one, today),
              }))
        }
        measured={choice.isSingle ? null : measures.heading}
        measures={measures.names}
        chosen={size?.id ?? null}
        onSize={choice.chooseSize}
        onFile={choice.onFile}
        swaps={swapSentence(swaps, style.id, { offered: sizes.map(sizeName), kept: sizeOnFile ? sizeName(sizeOnFile) : null })}
        name="product_id"
        error={fault('product_id') ?? fault('variation_colour')}
      >
        {mayLeaveSize && !isSizeOnly && (
          <Chip className="unsized-chip" selected={isUnsized} onClick={choice.leaveSize}>
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
        {isUnsized && (
          <p className="sub product-words">
            {wearer.name} is asked for the size by email once the order is submitted.{mailWaits()}
          </p>
        )}
      </SizeChooser>
      <ProductAllowances
        wearer={wearer}
        verdict={verdict}
        wearerAllowances={wearerAllowances}
        quantity={fields.quantity}
        onQuantity={(quantity) => fill({ quantity })}
      />
      {!isSizeOnly && style.decorations_for_employee.length > 0 && (
        <DecorationFields offered={style.decorations_for_employee} choice={choice} error={fault('decoration')} />
      )}
      {!isSizeOnly && roles.length > 1 && (
        <Select
          className="product-part"
          label="Charge to"
          name="budget"
          placeholder={line ? undefined : 'The usual role'}
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={fields.role}
          onChange={(event) => fill({ role: event.target.value })}
          error={fault('budget')}
        />
      )}
      {!isSizeOnly && (
        <TextArea
          className="product-part"
          label="Notes"
          name="notes"
          rows={2}
          counted
          maxLength={limits.notes}
          value={fields.notes}
          onChange={(event) => fill({ notes: event.target.value })}
          error={fault('notes')}
        />
      )}
      {change.dialog}
    </Panel>
  );
}

/** The fields for the decoration of a product and for the instruction to the embroiderer. */
function DecorationFields({ offered, choice, error }: { offered: readonly string[]; choice: ProductChoice; error: string | undefined }) {
  const { fields, fill, decoration: joined } = choice;
  const { decoration } = fields;
  return (
    <div className="product-part form-part">
      <Select
        label="Decoration"
        name="decoration"
        required
        placeholder="Choose a decoration"
        options={offered.map((one) => ({ value: one, label: one }))}
        value={decoration.choice}
        onChange={(event) => fill({ decoration: { ...decoration, choice: event.target.value } })}
        error={error}
      />
      <Field label="Decoration instruction" hint="As it should be stitched or printed" counter={{ used: joined.length, max: limits.decoration }}>
        {(control) => (
          <input
            {...control}
            className="in"
            value={decoration.instruction}
            maxLength={Math.max(0, limits.decoration - (decoration.choice ? decoration.choice.length + 2 : 0))}
            onChange={(event) => fill({ decoration: { ...decoration, instruction: event.target.value } })}
          />
        )}
      </Field>
    </div>
  );
}
