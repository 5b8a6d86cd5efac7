import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { penceTyped } from '../../shared/money.ts';
import type { SubstitutionMode } from '../../shared/substitution/substitute.ts';
import { answer } from '../api/answer.ts';
import { useOverBudget } from '../api/over-budget.tsx';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Segments } from '../ui/segments.tsx';
import { StockEffect } from '../ui/stock-effect.tsx';
import { Tick } from '../ui/tick.tsx';
import { type Line, type Order, substitute, substitutes } from './client.ts';
import { lineName } from './office-words.ts';

const findSkus = async (search: string, signal: AbortSignal) =>
  (await answer(substitutes.$get({ query: { search, kind: 'skus' } }, { init: { signal } }))).items;
type Sku = Awaited<ReturnType<typeof findSkus>>[number];
type SubstituteInput = Parameters<typeof substitute.$post>[0]['json'];

const skuName = ({ name, attributes }: Sku): string => [name, attributes.variation_colour, sizeOf(attributes)].filter(Boolean).join(', ');

/** Puts another product on a line: for picking only, or on the customer's order. The effect on stock, allocation and the pick is shown before. */
export function SubstituteDialog({ order, line, onClose }: { order: Order; line: Line; onClose: () => void }) {
  const [mode, setMode] = useState<SubstitutionMode>('substitute');
  const [to, setTo] = useState<Sku | null>(null);
  const [price, setPrice] = useState('');
  const [copy, setCopy] = useState(false);
  const others = order.lines.filter(({ id, product_id }) => id !== line.id && product_id === line.product_id).length;
  const param = { id: String(line.id) };
  const pence = penceTyped(price);
  const json: SubstituteInput = {
    mode,
    product_id: to?.id ?? 0,
    new_price: mode === 'replace' ? (pence ?? null) : null,
    copy_to_order: copy,
  };
  const canAsk = to !== null && pence !== undefined;
  const preview = useQuery({
    queryKey: ['substitution', 'line', line.id, line.version, json],
    queryFn: () => answer(substitute.preview.$post({ param, json })),
    enabled: canAsk,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { isOverBudget, forcing, dialog } = useOverBudget({ title: 'This goes over budget', action: 'Force over budget', keep: 'Leave it as it is' });
  const apply = useWrite({
    send: (more: { force_over_budget_order?: true }, options) =>
      answer(substitute.$post({ param, json: { ...json, ...more, version: line.version } }, options)),
    success: ({ qty_changed }) => `${countText(qty_changed, 'line')} changed`,
    refresh: [['orders', order.uuid], ['admin-orders'], ['substitution']],
    onSaved: onClose,
    onRefused: isOverBudget,
  });
  const result = to ? preview.data : undefined;
  const own = result?.items.find(({ line_id }) => line_id === line.id);
  const missing = !to ? 'Choose a product.' : pence === undefined ? 'The price is not readable.' : null;
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!apply.busy}
      width={600}
      title="Substitute"
      description={`${line.qty_requested} × ${lineName(line)}, for ${line.employee.name}`}
      onSubmit={() => !missing && result && !apply.busy && void forcing(apply.write)}
      actions={
        <>
          {missing && <span className="note dialog-why">{missing}</span>}
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button type="submit" look="primary" disabled={missing !== null || !result || preview.isError} busy={apply.busy} busyText="One moment">
            {result ? `Apply to ${countText(result.qty_changed, 'line')}` : 'Apply'}
          </Button>
        </>
      }
    >
      <div className="flow">
        <Segments
          label="Mode"
          value={mode}
          onChange={(next) => setMode(next as SubstitutionMode)}
          segments={[
            { value: 'substitute', label: 'Substitute' },
            { value: 'replace', label: 'Replace' },
          ]}
        />
        <p className="sub">
          {mode === 'replace' ? 'Replace changes the customer’s order and checks the budget again.' : 'Substitute changes picking and stock only.'}
        </p>
        <Combobox
          label="Product"
          name="product_id"
          required
          placeholder="SKU, name, colour or size"
          value={to}
          onChange={setTo}
          search={findSkus}
          itemKey={({ id }) => id}
          itemText={(sku) => `${sku.sku}  ${skuName(sku)}`}
          renderItem={(sku) => (
            <>
              <GarmentTile media={sku.media} alt="" colour={sku.attributes.colour_hex} />
              <span className="grow cut">
                {skuName(sku)} <span className="code note">{sku.sku}</span>
              </span>
              <span className={sku.qty_free > 0 ? 'note nowrap' : 't-wrong nowrap'}>{sku.qty_free} free</span>
            </>
          )}
          error={apply.errors.product_id}
        />
        {mode === 'replace' && (
          <TextField
            label="New price £"
            name="new_price"
            inputMode="decimal"
            hint="Without one, the price of the wearer’s clothing sets"
            value={price}
            error={apply.errors.new_price}
            onChange={(event) => setPrice(event.target.value)}
          />
        )}
        {others > 0 && (
          <Tick checked={copy} onChange={(event) => setCopy(event.target.checked)}>
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
            {result.qty_left_out > 0 && <p className="note">{countText(result.qty_left_out, 'line')} cannot be changed and stay as they are.</p>}
          </>
        )}
      </div>
      {dialog}
    </Dialog>
  );
}
