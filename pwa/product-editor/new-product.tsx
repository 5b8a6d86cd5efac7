import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { variationFault, variationsOf } from '../../shared/catalogue/custom-product.ts';
import { priceInput } from '../../shared/catalogue/price-input.ts';
import { newProduct } from '../../shared/catalogue/variations.ts';
import { limits } from '../../shared/limits.ts';
import { readCategories, useCatalogueColours } from '../api/catalogue.ts';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Tick } from '../ui/tick.tsx';
import { createProduct, type Supplier } from './client.ts';
import { MatrixFields } from './matrix-fields.tsx';
import { codedMatrix, type MatrixValues, matrixField, matrixOf } from './matrix-values.ts';
import './product-editor.css';
import { refreshProducts } from './refresh.ts';
import { SkuPreview } from './sku-preview.tsx';
import { productsList, tabAddress } from './tab-address.ts';

const first = {
  sku: '',
  name: '',
  brand: '',
  category_id: '',
  supplier_id: null as Supplier | null,
  supplier_sku: '',
  price: '',
  cost: '',
  description: '',
  is_published: false,
  has_variations: true,
  colours: { 1: { name: '', hex: '', code: '' } },
  sizes_1: '',
  sizes_2: '',
} satisfies MatrixValues & Record<string, unknown>;
type Values = Omit<typeof first, 'colours'> & MatrixValues;

const penceOf = (text: string): number => {
  const input = priceInput(text);
  return input.ok ? input.pence : Number.NaN;
};
const faultOf = (text: string): string | null => {
  const input = priceInput(text);
  return input.ok ? null : input.message;
};

/** A new style with all its variations: their SKUs are shown before they exist. */
export default function NewProduct() {
  const navigate = useNavigate();
  const find = useCatalogueColours();
  const categories = useQuery({ queryKey: ['categories'], queryFn: ({ signal }) => readCategories(signal) });
  const form = useForm({
    schema: newProduct,
    values: first as Values,
    input: (values) => ({
      sku: values.sku.trim(),
      name: values.name,
      brand: values.brand,
      category_id: values.category_id === '' ? null : Number(values.category_id),
      supplier_id: values.supplier_id?.id ?? null,
      supplier_sku: values.supplier_sku,
      price: penceOf(values.price),
      cost: penceOf(values.cost),
      description: values.description,
      is_published: values.is_published,
      ...(values.has_variations && { variations: matrixOf(values) }),
    }),
    check: (values) => {
      const fault = values.has_variations ? variationFault(matrixOf(values)) : null;
      return { price: faultOf(values.price), cost: faultOf(values.cost), ...(fault && { [matrixField(fault[0], values)]: fault[1] }) };
    },
    fieldOf: (name, values) => matrixField(name.replace(/^variations\./, ''), values),
    send: createProduct,
    success: ({ name, children_count }) => `${name} has been created${children_count > 0 ? ` with ${countText(children_count, 'variation')}` : ''}`,
    refresh: refreshProducts,
    onSaved: (made) => void navigate(tabAddress(made.id, made.children_count > 0 ? 'images' : 'description')),
  });
  const { values } = form;
  const matrix = codedMatrix(values, find);
  const isNamed = matrix.sizes_1.length > 0 && matrix.colours.every(({ name }) => name.trim() !== '') && values.sku.trim() !== '';
  const isShown = isNamed && variationFault(matrix) === null;
  return (
    <FormPage form={form} stored={undefined} title="New product" back={productsList}>
      <FieldGroup title="Product">
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="SKU" required hint="Those of its variations begin with it" {...form.field('sku')} />
        <TextField label="Brand" {...form.field('brand')} />
        <Select
          label="Category"
          options={[{ value: '', label: 'No category' }, ...(categories.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
          {...form.field('category_id')}
        />
        <SupplierChoice placeholder="No supplier" {...form.control('supplier_id')} />
        <TextField label="Supplier SKU" {...form.field('supplier_sku')} />
      </FieldGroup>
      <FieldGroup title="Prices">
        <TextField label="Price (£)" required inputMode="decimal" hint="Ex VAT" {...form.field('price')} />
        <TextField label="Cost (£)" required inputMode="decimal" {...form.field('cost')} />
      </FieldGroup>
      <FieldGroup title="Description">
        <TextArea
          label="Description"
          className="field-row"
          rows={5}
          hint="Paragraphs, lines that begin with - for a list, **bold**"
          {...form.field('description')}
          maxLength={limits.product_description}
        />
        <Tick {...form.tick('is_published')}>Published</Tick>
      </FieldGroup>
      <FieldGroup title="Variations">
        <div className="field-row flow">
          <Tick {...form.tick('has_variations')}>It comes in colours and sizes</Tick>
          {values.has_variations && (
            <>
              <MatrixFields form={form} find={find} />
              {isShown ? (
                <SkuPreview
                  values={values}
                  items={variationsOf(values.sku.trim().toUpperCase(), matrix).map(({ sku }) => ({ sku, exists: false }))}
                />
              ) : (
                <p className="note">Type the SKU, the colours and the sizes to see the SKUs of all variations.</p>
              )}
            </>
          )}
        </div>
      </FieldGroup>
    </FormPage>
  );
}
