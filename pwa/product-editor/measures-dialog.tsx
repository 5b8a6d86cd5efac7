import { severalFields } from '../../shared/catalogue/product.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type EditedProduct, saveFields } from './client.ts';
import { numberText } from './field-values.ts';
import { refreshProducts } from './refresh.ts';
import { sizesOf } from './variation-name.ts';

const measureNames = ['chest', 'waist', 'hips', 'leg', 'collar'] as const;
type MeasureTexts = Record<(typeof measureNames)[number], string>;

/** The sizes of a style, each once. */
const sizesOfProduct = ({ children = [], size_order }: EditedProduct): string[] =>
  sizesOf(
    children.filter(({ attributes }) => sizeOf(attributes) !== null),
    size_order,
  );

/** Says how many sizes of a product have measures. */
export function measuredWords(product: EditedProduct): string {
  const sizes = sizesOfProduct(product);
  const measured = sizes.filter((size) => product.measures?.[size]).length;
  return `${measured} of ${countText(sizes.length, 'size')} ${measured === 1 ? 'has its' : 'have their'} measures; clients read them beside the size`;
}

const valuesOf = (product: EditedProduct) => ({
  version: product.version,
  // The key is the position of the size: a size may contain a full stop, which separates the parts of a field's name.
  sizes: Object.fromEntries(
    sizesOfProduct(product).map((size, place) => [
      place,
      Object.fromEntries(measureNames.map((name) => [name, numberText(product.measures?.[size]?.[name])])) as MeasureTexts,
    ]),
  ) as Record<number, MeasureTexts>,
});

/** The measures to store: the typed measures, and the stored measures for which this dialog has no field. */
function measuresOf(product: EditedProduct, texts: Record<number, MeasureTexts>): EditedProduct['measures'] {
  const sizes = sizesOfProduct(product);
  const measures = { ...product.measures };
  for (const [place, row] of Object.entries(texts)) {
    const size = sizes[Number(place)] ?? '';
    const { chest: _, waist: __, hips: ___, leg: ____, collar: _____, ...others } = measures[size] ?? {};
    const typed = measureNames.flatMap((name) => (row[name].trim() === '' ? [] : [[name, Number(row[name].replace(',', '.'))] as const]));
    const all = { ...others, ...Object.fromEntries(typed) };
    if (Object.keys(all).length > 0) measures[size] = all;
    else delete measures[size];
  }
  return Object.keys(measures).length > 0 ? measures : null;
}

/** The body measures in cm of each size of a style. */
export function MeasuresDialog({ product, onClose }: { product: EditedProduct; onClose: () => void }) {
  const sizes = sizesOfProduct(product);
  const form = useForm({
    schema: severalFields,
    record: product,
    valuesOf,
    input: ({ sizes: texts, version }) => ({ field: 'several' as const, value: { measures: measuresOf(product, texts) }, version }),
    fieldOf: (name) => name.replace(/^value\.measures\.(.*)\.(\w+)$/, (_, size: string, part: string) => `sizes.${sizes.indexOf(size)}.${part}`),
    send: saveFields(product.id),
    success: 'Product Saved',
    refresh: refreshProducts,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={640}
      title="Body measures"
      description={`${product.name}, in cm`}
      action="Save measures"
      busyText="Saving"
      waits={form.isDirty ? null : messages.nothing_changed}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled by keyboard */}
      <section className="product-measures" aria-label="Measures by size" tabIndex={0}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">Size</th>
              {measureNames.map((name) => (
                <th key={name} scope="col" className="num">
                  {capital(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map((size, place) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {measureNames.map((name) => {
                  const { error, maxLength: _, ...field } = form.field(`sizes.${place}.${name}`);
                  return (
                    <td key={name}>
                      <input
                        {...field}
                        className="in num"
                        inputMode="decimal"
                        maxLength={6}
                        aria-label={`${capital(name)} of ${size}`}
                        aria-invalid={error ? true : undefined}
                        title={error}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </FormDialog>
  );
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;
