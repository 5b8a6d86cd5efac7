import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { skuName } from '../ui/sku-combobox.tsx';
import { type SupplierReturn, type SupplierReturnLine, supplierReturns } from './client.ts';
import { EditedLine, type LineErrors } from './edited-line.tsx';

interface LinesCardProps {
  one: SupplierReturn;
  /** What is wrong with the return, by field. */
  errors: Record<string, string>;
  /** Requests that change lines and have no response yet. */
  unsent: Set<Promise<unknown>>;
}

const lineErrors = (errors: Record<string, string>, n: number): LineErrors => ({
  product_id: errors[`lines.${n}.product_id`],
  qty_requested: errors[`lines.${n}.qty_requested`],
});

/** The lines of a supplier return, which are edited, added and deleted while it is a draft. */
export function LinesCard({ one, errors, unsent }: LinesCardProps) {
  const { lines, can } = one;
  const param = { id: String(one.id) };
  /** The line that was added last: the next one to fill in. */
  const [fresh, setFresh] = useState<number | null>(null);
  const add = useWrite({
    send: (_: undefined, options) => answer(supplierReturns[':id'].lines.$post({ param, json: {} }, options)),
    refresh: [['supplier-returns']],
    onSaved: ({ id }) => setFresh(id),
  });
  const pieces = lines.reduce((sum, line) => sum + line.qty_requested, 0);
  return (
    <section className="card">
      <header>
        <h2>Lines</h2>
        <span className="note">
          {countText(lines.length, 'line')} · {countText(pieces, 'item')}
        </span>
        {can.edit && (
          <Button className="push" icon="plus" id="new-line" busy={add.busy} onClick={() => void add.write(undefined)}>
            New Line
          </Button>
        )}
      </header>
      {lines.length === 0 ? (
        <EmptyState title="No Lines">{can.edit && <p>New Line adds the first.</p>}</EmptyState>
      ) : (
        <>
          <div className={can.edit ? 'supplier-return-heads edited note' : 'supplier-return-heads note'} aria-hidden="true">
            <span>Product</span>
            {can.edit && <span>Reason</span>}
            <span className="num">Requested</span>
          </div>
          <ul className="rows">
            {lines.map((line, n) =>
              can.edit ? (
                <EditedLine key={line.id} one={one} line={line} isFresh={line.id === fresh} errors={lineErrors(errors, n)} unsent={unsent} />
              ) : (
                <ReadLine key={line.id} line={line} />
              ),
            )}
          </ul>
        </>
      )}
    </section>
  );
}

function ReadLine({ line: { product, qty_requested, reason } }: { line: SupplierReturnLine }) {
  if (!product) return null;
  return (
    <li className="supplier-return-line">
      <GarmentTile media={product.media} alt="" colour={product.attributes.colour_hex} size={40} />
      <div className="grow">
        <p className="strong">{skuName(product)}</p>
        <p className="note">
          <span className="code">{product.sku}</span>
          {reason && ` · ${reason}`}
        </p>
      </div>
      <span className="num strong">{qty_requested}</span>
    </li>
  );
}
