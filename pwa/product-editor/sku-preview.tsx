import { countText } from '../ui/count-text.ts';
import type { MatrixValues } from './matrix-values.ts';
import { colourIds, sizesTyped } from './matrix-values.ts';

interface SkuPreviewProps {
  values: MatrixValues;
  /** The SKUs, ordered by colour, then size, then second size. */
  items: readonly { sku: string; exists: boolean }[];
}

/** The SKUs that will be created, by colour and size. */
export function SkuPreview({ values, items }: SkuPreviewProps) {
  const second = sizesTyped(values.sizes_2);
  const sizes = sizesTyped(values.sizes_1).flatMap((size) => (second.length > 0 ? second.map((part) => `${size} ${part}`) : [size]));
  const ids = colourIds(values);
  const made = items.filter(({ exists }) => !exists).length;
  return (
    <section className="product-preview" aria-label="SKUs">
      <p className="strong" role="status">
        {countText(made, 'new SKU')}
        {made < items.length && <span className="note">, {items.length - made} exist already</span>}
      </p>
      {items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its dialog is scrolled by keyboard
        <section className="scroll" tabIndex={0} aria-label="SKUs by colour and size">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Colour</th>
                {sizes.map((size, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a size may be typed twice, which is refused
                  <th key={place} scope="col">
                    {size}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ids.map((id, row) => (
                <tr key={id}>
                  <th scope="row">{values.colours[id]?.name}</th>
                  {sizes.map((size, column) => {
                    const item = items[row * sizes.length + column];
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a size may be typed twice, which is refused
                      <td key={column} className={item?.exists ? 'code note' : 'code'} title={item?.exists ? 'Exists already' : size}>
                        {item?.sku}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
