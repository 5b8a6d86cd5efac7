import { Link, useNavigate } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import { type CustomProduct, newCustomProduct } from '../../shared/catalogue/custom-product.ts';
import type { OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { useCatalogueColours } from '../api/catalogue.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { Field, TextArea, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { addSetProduct, createCustomProduct, type FoundStyle, findStyles } from './client.ts';
import { type ChosenColour, ColourChoice } from './colour-choice.tsx';
import { refreshSets } from './refresh.ts';
import { SizeChoice } from './size-choice.tsx';
import { StyleOption } from './style-option.tsx';

const WIDTH = 720;

interface CustomProductDialogProps {
  account: AccountDetails;
  /** The set to which the new product can be added at once. */
  set: OfficeSet;
  onClose: () => void;
}

const first = {
  sku_prefix: '',
  product_id: null as FoundStyle | null,
  name: '',
  price: '',
  cost: '',
  colours: [] as ChosenColour[],
  sizes_1: [] as string[],
  sizes_2: [] as string[],
  description: '',
  short_description_1: '',
  short_description_2: '',
  isAdded: true,
};
type Values = typeof first;

/** The texts that the person entered. Empty texts are left out, so that the base's texts apply. */
const textsOf = ({ description, short_description_1, short_description_2 }: Values) =>
  Object.fromEntries(Object.entries({ description, short_description_1, short_description_2 }).filter(([, text]) => text.trim() !== ''));

/** The values that a new style takes from its base. A typed name, price or cost is not replaced. */
const taken = (base: FoundStyle, values: Values): Partial<Values> => ({
  name: values.name || base.name,
  price: values.price || poundsText(base.price),
  cost: values.cost || poundsText(base.cost),
  colours: base.colours.map(({ name, hex }) => ({ name, hex: hex ?? '', code: '' })),
  sizes_1: base.sizes_1,
  sizes_2: base.sizes_2,
});

/** Creates a client's custom product from a style of the catalogue, with SKUs and stock of its own. If a box is ticked, the set gets the product. */
export function CustomProductDialog({ account, set, onClose }: CustomProductDialogProps) {
  const navigate = useNavigate();
  const find = useCatalogueColours();
  const add = useWrite({ send: addSetProduct(set.id), refresh: refreshSets });
  const form = useForm({
    schema: newCustomProduct,
    values: first,
    input: (values) => ({
      product_id: values.product_id?.id,
      name: values.name,
      price: penceTyped(values.price),
      cost: penceTyped(values.cost) ?? undefined,
      colours: values.colours.map(({ name, hex, code }) => ({ name, ...(hex && { hex }), ...(code.trim() && { code }) })),
      sizes_1: values.sizes_1,
      sizes_2: values.sizes_2,
      ...textsOf(values),
    }),
    check: ({ price, cost }) => ({
      ...(price.trim() !== '' && penceTyped(price) === undefined && { price: messages.amount_invalid }),
      cost: penceTyped(cost) === undefined ? messages.amount_invalid : null,
    }),
    fieldOf: (name) => name.replace(/^(colours|sizes_1|sizes_2)\..*/, '$1'),
    send: createCustomProduct(account.id),
    refresh: refreshSets,
    onSaved: (made: CustomProduct) => {
      toast(`${made.name} has been created with ${countText(made.children.length, 'SKU')}`, {
        action: { label: 'Open', run: () => void navigate(`/admin/products/${made.id}/edit`) },
      });
      if (form.values.isAdded) void add.write(made.id);
      onClose();
    },
  });
  const { values } = form;
  const base = values.product_id;
  const variations = values.colours.length * values.sizes_1.length * Math.max(1, values.sizes_2.length);
  const prefix = form.control('sku_prefix');
  const prefixFault = account.sku_prefix === null ? messages.sku_prefix_missing : prefix.error;
  const fields = (
    <>
      <div className="fields">
        <TextField label="Name" required {...form.field('name')} />
        <div className="fields custom-amounts">
          <TextField label="Price (£)" required inputMode="decimal" hint="Ex VAT" {...form.field('price')} />
          <TextField label="Cost (£)" inputMode="decimal" {...form.field('cost')} />
        </div>
      </div>
      <ColourChoice offered={base?.colours ?? []} find={find} {...form.control('colours')} />
      <SizeChoice legend="Sizes" offered={base?.sizes_1 ?? []} {...form.control('sizes_1')} />
      {(base?.sizes_2.length ?? 0) > 0 && <SizeChoice legend="Second part of the size" offered={base?.sizes_2 ?? []} {...form.control('sizes_2')} />}
      <p className="note" role="status">
        {variations > 0 ? `${countText(variations, 'SKU')}, each beginning with ${account.sku_prefix ?? ''}-` : 'No SKUs yet'}
      </p>
      <TextArea label="Description" hint="Empty: as the product it is based on" {...form.field('description')} />
      <div className="fields">
        <TextField label="First short description" hint="Empty: as the product it is based on" {...form.field('short_description_1')} />
        <TextField label="Second short description" hint="Empty: as the product it is based on" {...form.field('short_description_2')} />
      </div>
      <Tick {...form.tick('isAdded')}>Add it to {set.name}</Tick>
    </>
  );
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={WIDTH}
      title="New custom product"
      description={`Only for clothing sets of ${account.name}`}
      action="Create product"
      busyText="Creating"
      waits={account.sku_prefix === null ? messages.sku_prefix_missing : null}
    >
      <div className="set-product-form">
        <div className="fields">
          <Combobox<FoundStyle>
            label="Based on"
            required
            placeholder="Name or SKU in the catalogue"
            hint="Supplier, category, brand and pictures are taken from it"
            from={limits.search_min}
            {...form.control('product_id')}
            onChange={(style) => form.fill({ product_id: style, ...(style && taken(style, values)) })}
            search={async (search, signal) => (await findStyles({ account_id: String(account.id), search }, signal)).items}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={(style) => <StyleOption style={style} />}
          />
          <Field
            label="SKU prefix"
            error={prefixFault}
            hint={prefixFault ? <Link to={`/admin/accounts/${account.id}/edit`}>Open the details of {account.name}</Link> : 'All SKUs begin with it'}
          >
            {(control) => <input {...control} name={prefix.name} className="in" readOnly value={account.sku_prefix ?? ''} />}
          </Field>
        </div>
        {base ? fields : <p className="note">Choose the product on which it is based. Its colours, sizes and prices are filled in then.</p>}
      </div>
    </FormDialog>
  );
}
