import { useState } from 'react';
import { skuLabelsUrl } from '../../shared/documents/document-urls.ts';
import { isTooLongForBars, type LabelledThing, type LabelSize } from '../../shared/documents/sku-label.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { Button } from './button.tsx';
import { countText, formatCount } from './count-text.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { QtyStepper } from './qty-stepper.tsx';
import { Segments } from './segments.tsx';

/** The facts that a SKU's label shows. */
export interface LabelledSku {
  id: number;
  sku: string;
  barcode: string | null;
  bin: string | null;
}

/** The most labels in one document. */
const MAX_LABELS = 1000;

/** Opens the labels of the chosen SKUs, or of the bins in which they are, as a document to print. */
export function LabelsDialog({ skus, onClose }: { skus: readonly LabelledSku[]; onClose: () => void }) {
  const [of, setOf] = useState<LabelledThing>('sku');
  const [size, setSize] = useState<LabelSize>('50x25');
  const [copies, setCopies] = useState(1);
  const bins = [...new Set(skus.flatMap(({ bin }) => bin ?? []))];
  const codes = of === 'sku' ? skus.map(({ sku, barcode }) => barcode ?? sku) : bins;
  const tooLong = codes.filter((code) => isTooLongForBars(code, size));
  const withoutBin = skus.filter(({ bin }) => !bin).length;
  const count = codes.length * copies;
  const fault =
    skus.length > limits.labelled_products
      ? `Choose at most ${formatCount(limits.labelled_products)} SKUs.`
      : count > MAX_LABELS
        ? messages.too_many_labels(MAX_LABELS)
        : count === 0
          ? 'None of them has a bin.'
          : null;
  const url = skuLabelsUrl(
    skus.map(({ id }) => id),
    { of, size, copies },
  );
  const text = `Open ${countText(count, 'label')}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Labels for ${countText(skus.length, 'SKU')}`}
      description="With Code 128 for every scanner. They open as a document to print."
      actions={
        <>
          {fault && <span className="note dialog-why">{fault}</span>}
          <Button onClick={onClose}>Cancel</Button>
          {fault ? (
            <Button look="primary" disabled>
              {text}
            </Button>
          ) : (
            <a className="btn primary" href={url} target="_blank" rel="noreferrer" onClick={onClose}>
              <Icon name="print" />
              {text}
            </a>
          )}
        </>
      }
    >
      <div className="flow">
        <div className="line flex-wrap">
          <Segments
            label="Labels of"
            value={of}
            onChange={(value) => setOf(value as LabelledThing)}
            segments={[
              { value: 'sku', label: 'SKUs', count: skus.length },
              { value: 'bin', label: 'Bins', count: bins.length },
            ]}
          />
          <Segments
            label="Size"
            value={size}
            onChange={(value) => setSize(value as LabelSize)}
            segments={[
              { value: '50x25', label: '50 × 25 mm' },
              { value: '4x6', label: '4 × 6 inch' },
            ]}
          />
        </div>
        <div className="line">
          <span className="label">Copies of each</span>
          <QtyStepper value={copies} min={1} max={limits.labels_per_bag} onChange={setCopies} label="Copies of each" />
        </div>
        {of === 'bin' && withoutBin > 0 && <p className="t-warn">{countText(withoutBin, 'SKU has', 'SKUs have')} no bin and gets no label.</p>}
        {tooLong.length > 0 && (
          <p className="t-warn">
            {tooLong.length === 1 ? `${tooLong[0]} is` : `${formatCount(tooLong.length)} codes are`} too long for bars at this size, and printed in
            letters alone.{size === '50x25' && ' The label of 4 × 6 inch has room for 31 characters.'}
          </p>
        )}
      </div>
    </Dialog>
  );
}
