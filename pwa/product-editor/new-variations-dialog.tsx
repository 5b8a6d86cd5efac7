import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { colourCodeIn } from '../../shared/catalogue/catalogue-colour.ts';
import { variationFault } from '../../shared/catalogue/custom-product.ts';
import { sizeParts } from '../../shared/catalogue/size-order.ts';
import { newVariations } from '../../shared/catalogue/variations.ts';
import { foldText } from '../../shared/folded.ts';
import { type FindColour, useCatalogueColours } from '../api/catalogue.ts';
import { once } from '../api/transport.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { createVariations, type EditedProduct } from './client.ts';
import type { ColourGroup } from './colours.ts';
import { MatrixFields } from './matrix-fields.tsx';
import { type MatrixValues, matrixField, matrixOf } from './matrix-values.ts';
import { refreshProducts } from './refresh.ts';
import { SkuPreview } from './sku-preview.tsx';

interface NewVariationsDialogProps {
  product: EditedProduct;
  /** The colours that the style has. */
  colours: readonly ColourGroup[];
  /** The cell of the matrix that was pressed. */
  first: { colour?: string | null; size?: string };
  onClose: () => void;
}

/** Adds variations to a style as a matrix of colours and sizes; existing variations stay unchanged. */
export function NewVariationsDialog({ product, colours, first, onClose }: NewVariationsDialogProps) {
  const namedColours = colours.flatMap(({ name, hex }) => (name === null ? [] : [{ name, hex }]));
  const findInCatalogue = useCatalogueColours();
  const find: FindColour = (name) => {
    const own = colours.find((one) => one.name !== null && foldText(one.name) === foldText(name.trim()));
    const [sku = ''] = own?.variations.map((one) => one.sku) ?? [];
    const catalogueColour = findInCatalogue(name);
    return own
      ? { name, hex: own.hex ?? catalogueColour?.hex ?? null, code: colourCodeIn(product.sku, sku) ?? catalogueColour?.code ?? null }
      : catalogueColour;
  };
  const ofCell = namedColours.find(({ name }) => name === first.colour);
  const skus = colours.flatMap(({ variations }) => variations.map(({ attributes }) => ({ ...attributes, variation_all_size: null })));
  const { size_1, size_2 } = sizeParts(skus, product.size_order);
  const values: MatrixValues = {
    colours: { 1: ofCell ? { name: ofCell.name, hex: ofCell.hex ?? '', code: '' } : { name: '', hex: '', code: '' } },
    sizes_1: first.size !== undefined && !size_2.length ? first.size : size_1.join(', '),
    sizes_2: size_2.join(', '),
  };
  const form = useForm({
    schema: newVariations,
    values,
    input: (typed) => ({ ...matrixOf(typed), preview: false }),
    check: (typed) => {
      const fault = variationFault(matrixOf(typed));
      return fault ? { [matrixField(fault[0], typed)]: fault[1] } : {};
    },
    fieldOf: matrixField,
    send: createVariations(product.id),
    success: ({ created }) => `${countText(created, 'variation')} added`,
    refresh: refreshProducts,
    onSaved: onClose,
  });
  const matrix = { ...matrixOf(form.values), preview: true };
  const isValid = newVariations.safeParse(matrix).success && variationFault(matrix) === null;
  const preview = useQuery({
    queryKey: ['products', 'new-variations', product.id, matrix],
    queryFn: () => createVariations(product.id)(matrix, once()),
    enabled: isValid,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const items = isValid && !preview.isPlaceholderData ? (preview.data?.items ?? []) : [];
  const made = items.filter(({ exists }) => !exists).length;
  const isReady = isValid && preview.isSuccess && !preview.isPlaceholderData;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={860}
      title="New variations"
      description={
        <>
          {product.name} <span className="code">{product.sku}</span>
        </>
      }
      action={isReady && made > 0 ? `Add ${countText(made, 'variation')}` : 'Add variations'}
      busyText="Adding"
      waits={isReady && made === 0 ? 'All of these exist already.' : null}
    >
      <div className="flow">
        <MatrixFields form={form} find={find} namedColours={namedColours} />
        {preview.isError && isValid && (
          <p className="err" role="alert">
            {Object.values((preview.error as { first_messages?: Record<string, string> }).first_messages ?? {})[0] ?? preview.error.message}
          </p>
        )}
        {isReady ? <SkuPreview values={form.values} items={items} /> : <p className="note">Name each colour and type the sizes to see the SKUs.</p>}
      </div>
    </FormDialog>
  );
}
