import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { penceTyped } from '../../shared/money.ts';
import { type LineSubstitution, lineSubstitution, type SubstitutionMode } from '../../shared/substitution/substitute.ts';
import { answer } from '../api/answer.ts';
import { ExceededBudgets } from '../api/exceeded-budgets.tsx';
import { lineName } from '../api/line-name.ts';
import { useOverBudget } from '../api/over-budget.tsx';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkuCombobox, skuName } from '../ui/sku-combobox.tsx';
import { StockEffect } from '../ui/stock-effect.tsx';
import { Tick } from '../ui/tick.tsx';
import { type Line, type Order, substitute, substitutes } from './client.ts';

const findSkus = async (search: string, signal: AbortSignal) =>
  (await answer(substitutes.$get({ query: { search, kind: 'skus' } }, { init: { signal } }))).items;
/** Finds the SKU that is sold in place of this one. */
const findSuccessor = async (id: number, signal: AbortSignal) =>
  (await answer(substitutes.$get({ query: { successor_of: String(id) } }, { init: { signal } }))).items[0] ?? null;
type Sku = Awaited<ReturnType<typeof findSkus>>[number];

interface Values {
  mode: SubstitutionMode;
  product_id: Sku | null;
  new_price: string;
  copy_to_order: boolean;
}
const empty: Values = { mode: 'substitute', product_id: null, new_price: '', copy_to_order: false };
const inputOf = ({ mode, product_id, new_price, copy_to_order }: Values): LineSubstitution => ({
  mode,
  product_id: product_id?.id ?? 0,
  new_price: mode === 'replace' ? (penceTyped(new_price) ?? null) : null,
  copy_to_order,
});

/** Substitutes another product on a line, for picking only or on the customer's order. Shows the effect on stock, allocation and pick beforehand. */
export function SubstituteDialog({ order, line, onClose }: { order: Order; line: Line; onClose: () => void }) {
  const others = order.lines.filter(({ id, product_id }) => id !== line.id && product_id === line.product_id).length;
  const param = { id: String(line.id) };
  const { isOverBudget, forcing, dialog } = useOverBudget({ title: 'This goes over budget', action: 'Force over budget', keep: 'Leave it as it is' });
  const apply = useWrite({
    send: (json: LineSubstitution, options) => answer(substitute.$post({ param, json: { ...json, version: line.version } }, options)),
    success: ({ qty_changed }) => `${countText(qty_changed, 'line')} changed`,
    refresh: [['orders', order.uuid], ['admin-orders'], ['substitution']],
    onRefused: (error) => isOverBudget(error) || Object.keys(error.first_messages).length > 0,
  });
  const form = useForm({
    schema: lineSubstitution,
    values: empty,
    input: inputOf,
    write: (json) => forcing((more) => apply.write({ ...json, ...more })),
    errors: apply.errors,
    onSaved: onClose,
  });
  const { mode, product_id: to, new_price } = form.values;
  const json = inputOf(form.values);
  const pence = penceTyped(new_price);
  const canAsk = to !== null && pence !== undefined;
  const preview = useQuery({
    queryKey: ['substitution', 'line', line.id, line.version, json],
    queryFn: () => answer(substitute.preview.$post({ param, json })),
    enabled: canAsk,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const sku = line.picked_product?.id ?? line.product_id;
  const { data: successor } = useQuery({ queryKey: ['substitution', 'successor', sku], queryFn: ({ signal }) => findSuccessor(sku, signal) });
  const result = to ? preview.data : undefined;
  const own = result?.items.find(({ line_id }) => line_id === line.id);
  const waits = !to
    ? 'Choose a product.'
    : pence === undefined
      ? 'The price is not readable.'
      : preview.isError
        ? 'It cannot be put on this line.'
        : result
          ? null
          : 'The effect is being worked out.';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={600}
      title="Substitute"
      description={`${line.qty_requested} × ${lineName(line)}, for ${line.employee.name}`}
      waits={waits}
      action={result ? `Apply to ${countText(result.qty_changed, 'line')}` : 'Apply'}
      busyText="One moment"
      cancel="Leave it as it is"
    >
      <div className="flow">
        <Segments
          label="Mode"
          value={mode}
          onChange={(next) => form.fill({ mode: next as SubstitutionMode })}
          segments={[
            { value: 'substitute', label: 'Substitute' },
            { value: 'replace', label: 'Replace' },
          ]}
        />
        <p className="sub">
          {mode === 'replace' ? 'Replace changes the customer’s order and checks the budget again.' : 'Substitute changes picking and stock only.'}
        </p>
        <SkuCombobox label="Product" required placeholder="SKU, name, colour or size" {...form.control('product_id')} search={findSkus} />
        {successor && to?.id !== successor.id && (
          <p className="line">
            <span className="sub">Its successor is {skuName(successor)}.</span>
            <Button size="sm" onClick={() => form.fill({ product_id: successor })}>
              Use it
            </Button>
          </p>
        )}
        {mode === 'replace' && (
          <TextField
            label="New price £"
            inputMode="decimal"
            hint="Without one, the price of the wearer’s clothing sets"
            {...form.field('new_price')}
          />
        )}
        {others > 0 && (
          <Tick {...form.tick('copy_to_order')}>
            Copy to the order’s other lines of this product <span className="note">({others})</span>
          </Tick>
        )}
        {canAsk && preview.isError && (
          <p className="t-wrong" role="alert">
            {preview.error.message}
          </p>
        )}
        {result && own && (
          <>
            <p>
              <strong>
                {own.qty_allocated_before} allocated now, {own.qty_allocated} then.
              </strong>{' '}
              {own.is_split && 'What has shipped stays on this line. The rest becomes a new line. '}
              {own.in_pick && 'The order is with the warehouse. The pick and the tablets are updated.'}
            </p>
            <StockEffect stock={result.stock} />
            <ExceededBudgets budgets={result.budgets} />
            {result.qty_left_out > 0 && <p className="note">{countText(result.qty_left_out, 'line')} cannot be changed and stay as they are.</p>}
          </>
        )}
      </div>
      {dialog}
    </FormDialog>
  );
}
