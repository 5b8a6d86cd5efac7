import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { useWrite } from '../api/use-write.ts';
import { IconButton } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkuCombobox, skuName } from '../ui/sku-combobox.tsx';
import { useHeldDuringPress } from '../ui/use-held-during-press.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { findSkus, type Sku, type SupplierReturn, type SupplierReturnLine, supplierReturns } from './client.ts';

export interface LineErrors {
  product_id?: string;
  qty_requested?: string;
}

interface EditedLineProps {
  one: SupplierReturn;
  line: SupplierReturnLine;
  /** True if the line was just added. */
  isFresh: boolean;
  errors: LineErrors;
  /** The requests, of all lines, that have no response yet. This line adds its requests to the set. */
  unsent: Set<Promise<unknown>>;
}

/** A line of a draft: each field is saved as soon as it is left. */
export function EditedLine({ one, line, isFresh, errors, unsent }: EditedLineProps) {
  const queries = useQueryClient();
  const param = { id: String(one.id), lineId: String(line.id) };
  const refresh = [['supplier-returns']];
  const isPhone = useIsPhone();
  const [reason, setReason] = useState(line.reason ?? '');
  const save = useFieldWrite({
    send: ({ product: sku, ...json }: { product?: Sku; product_id?: number | null; qty_requested?: number; reason?: string }, options) =>
      answer(supplierReturns[':id'].lines[':lineId'].$put({ param, json }, options)),
    refresh,
    onSaved: (savedReturn) =>
      queries.setQueryData<SupplierReturn>(
        ['supplier-returns', 'one', param.id],
        (now) => now && { ...now, lines: now.lines.map((one) => (one.id === savedReturn.id ? savedReturn : one)) },
      ),
  });
  const send = (sending: Promise<unknown>): void => {
    unsent.add(sending);
    void sending.finally(() => unsent.delete(sending));
  };
  // Presses during a request are added up and sent after it, in one request.
  const [qtyWanted, setQtyWanted] = useState<number | null>(null);
  const latest = useRef<number | null>(null);
  const saveCount = async (): Promise<void> => {
    while (latest.current !== null) {
      const qty_requested = latest.current;
      await save.write({ qty_requested });
      if (latest.current === qty_requested) latest.current = null;
    }
    setQtyWanted(null);
  };
  const count = (qty: number): void => {
    const isSending = latest.current !== null;
    latest.current = qty;
    setQtyWanted(qty);
    if (!isSending) send(saveCount());
  };
  const productId = `line-${line.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line appears
  useEffect(() => {
    if (isFresh) document.getElementById(productId)?.focus();
  }, []);
  const remove = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].lines[':lineId'].$delete({ param }, options)),
    success: 'Line Deleted',
    refresh,
    onSaved: () => document.getElementById('new-line')?.focus(),
  });
  const { product } = line;
  const name = product ? skuName(product) : 'new line';
  const unsentInput = save.unsent?.input;
  const qty = qtyWanted ?? unsentInput?.qty_requested ?? line.qty_requested;
  const giveUp = (): void => {
    save.unsent?.giveUp();
    setReason(line.reason ?? '');
  };
  const isShort = product !== null && qty > product.qty_free;
  const qtyError = useHeldDuringPress(errors.qty_requested ?? save.errors.qty_requested);
  return (
    <li className="supplier-return-line">
      <GarmentTile media={product?.media} alt="" colour={product?.attributes.colour_hex} size={40} />
      <div className="grow supplier-return-what">
        <SkuCombobox
          id={productId}
          label={<span className="sr">Product, {name}</span>}
          name="product_id"
          required
          placeholder="SKU, name, colour or size"
          from={0}
          value={unsentInput?.product ?? product}
          onChange={(sku: Sku | null) => {
            if (sku && sku.id !== product?.id) send(save.write({ product: sku, product_id: sku.id }));
          }}
          search={(text, signal) => findSkus(one.id, text, signal)}
          none="This supplier has no such product."
          error={save.errors.product_id ?? errors.product_id}
        />
        <input
          className="in"
          aria-label={`Reason, ${name}`}
          placeholder="Reason, such as faulty zips"
          maxLength={limits.supplier_return_reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onBlur={() => {
            if (reason.trim() !== (line.reason ?? '')) send(save.write({ reason: reason.trim() }));
          }}
        />
      </div>
      <div className="supplier-return-qty">
        <QtyStepper
          label={`Requested, ${name}`}
          {...(isPhone ? {} : { size: 'mini' })}
          value={qty}
          max={limits.line_quantity}
          error={qtyError}
          onChange={count}
        />
        {product && (
          <span className={isShort ? 't-wrong small' : 'note small'}>
            {product.qty_free} free{product.bin && `, ${product.bin}`}
          </span>
        )}
        {qtyError && <span className="err small">{qtyError}</span>}
        {save.unsent && <NotSent what={name} again={save.unsent.again} giveUp={giveUp} />}
      </div>
      <IconButton icon="trash" label={`Delete line, ${name}`} disabled={remove.busy} onClick={() => void remove.write(undefined)} />
    </li>
  );
}
