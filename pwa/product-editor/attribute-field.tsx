import { holdsText } from '../../shared/folded.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { Combobox } from '../ui/combobox.tsx';
import { type AttributeName, type AttributeValues, setAttribute, type Variation } from './client.ts';
import { refreshProducts } from './refresh.ts';

/** A value of an attribute; null for none. */
interface Choice {
  value: string | null;
  isNew: boolean;
}
/** How many choices are offered at once. */
const SHOWN = 50;

export const attributeNames = [
  ['variation_colour', 'Colour'],
  ['variation_size_1', 'Size 1'],
  ['variation_size_2', 'Size 2'],
  ['variation_material', 'Material'],
  ['variation_decoration', 'Decoration'],
] as const satisfies readonly [AttributeName, string][];

interface AttributeFieldProps {
  variation: Variation;
  field: AttributeName;
  label: string;
  attributes: AttributeValues;
  onDone?: () => void;
}

/** An attribute of a variation, chosen from the values of the catalogue or typed; the value is saved as soon as it is chosen. */
export function AttributeField({ variation, field, label, attributes, onDone }: AttributeFieldProps) {
  const { id, version, attributes: own } = variation;
  const save = useFieldWrite({
    send: setAttribute,
    refresh: refreshProducts,
    success: 'Product Updated',
    onSaved: onDone,
    onRefused: ({ status }) => status === 422,
  });
  const { unsent } = save;
  const value = unsent ? unsent.input.value : own[field];
  const values = attributes.find((one) => one.field === field)?.values ?? [];
  const search = async (text: string): Promise<Choice[]> => {
    const typed = text.trim();
    const matches = values.filter((one) => holdsText(one, typed)).slice(0, SHOWN);
    const isNew = typed !== '' && !values.some((one) => one === typed);
    return [
      ...matches.map((one) => ({ value: one, isNew: false })),
      ...(isNew ? [{ value: typed, isNew }] : []),
      ...(value === null ? [] : [{ value: null, isNew: false }]),
    ];
  };
  return (
    <>
      <Combobox<Choice>
        label={label}
        name={field}
        from={0}
        placeholder="None"
        disabled={save.busy}
        error={save.errors.value}
        value={value === null ? null : { value, isNew: false }}
        onChange={(choice) => {
          if (choice && choice.value !== value) void save.write({ id, field, value: choice.value, version });
          else onDone?.();
        }}
        search={search}
        itemKey={(choice) => choice.value ?? ''}
        itemText={(choice) => choice.value ?? ''}
        renderItem={(choice) => (choice.value === null ? <span className="note">None</span> : choice.isNew ? <>New: {choice.value}</> : choice.value)}
      />
      {unsent && <NotSent what={label} again={unsent.again} giveUp={unsent.giveUp} />}
    </>
  );
}
