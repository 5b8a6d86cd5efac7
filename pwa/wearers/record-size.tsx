import { useQuery } from '@tanstack/react-query';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { recordSizeInput } from '../../shared/sizes/size-input.ts';
import { useForm } from '../api/use-form.ts';
import { Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type OfferedProducts, type Person, readOffered, recordSize, type SizeOnFile } from './client.ts';

type Style = OfferedProducts['items'][number];

interface RecordSizeProps {
  person: Person;
  /** The size that is changed; null to record one of another style. */
  size: SizeOnFile | null;
  onClose: () => void;
}

/** The sizes of a style, each with an article: in the colour on file if it is made in it, otherwise in the first colour. */
function sizesOf({ children }: Style, colour: string | null): { value: string; label: string }[] {
  const bySize = new Map<string, number>();
  for (const { id, attributes } of children) {
    const name = sizeOf(attributes) ?? 'One size';
    if (!bySize.has(name) || attributes.variation_colour === colour) bySize.set(name, id);
  }
  return [...bySize].map(([label, id]) => ({ value: String(id), label }));
}

/** Records which size of a product fits a person. */
export function RecordSize({ person, size, onClose }: RecordSizeProps) {
  const offered = useQuery({ queryKey: ['wearer', person.id, 'offered'], queryFn: ({ signal }) => readOffered(person.id, signal) });
  const styles = offered.data?.items ?? [];
  const styleOf = (product_id: number): number => styles.find(({ children }) => children.some(({ id }) => id === product_id))?.id ?? 0;
  const form = useForm({
    schema: recordSizeInput,
    values: { style: size ? String(size.style_id) : '', product_id: '' },
    input: ({ product_id }) => ({ product_id: Number(product_id) }),
    send: (json, options) => recordSize(person.id, styleOf(json.product_id))(json, options),
    refresh: [
      ['wearer', person.id],
      ['sizes-on-file', person.id],
    ],
    onSaved: onClose,
  });
  const style = styles.find(({ id }) => String(id) === form.values.style);
  const waits = !style
    ? size && offered.data
      ? 'It is no longer offered to them.'
      : 'Choose a product.'
    : form.values.product_id
      ? null
      : 'Choose a size.';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={size ? `Size of ${size.name}` : 'Record a size'}
      description={person.name}
      waits={waits}
      action="Save"
    >
      <div className="flow">
        {!size && (
          <Select
            label="Product"
            required
            placeholder={offered.isPending ? 'Loading products…' : 'Choose a product'}
            options={styles.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('style')}
            {...(offered.isError && { error: 'The products could not be loaded.' })}
            onChange={(event) => form.fill({ style: event.target.value, product_id: '' })}
          />
        )}
        <Select
          label="Size"
          required
          placeholder="Choose a size"
          disabled={!style}
          options={style ? sizesOf(style, size?.variation_colour ?? null) : []}
          {...form.field('product_id')}
        />
      </div>
    </FormDialog>
  );
}
