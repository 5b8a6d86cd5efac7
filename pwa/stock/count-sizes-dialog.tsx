import { useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { type CountSizeRunInput, countSizeRunInput } from '../../shared/stock/count-size-run.ts';
import { answer } from '../api/answer.ts';
import { SizeRunFields } from '../api/size-run-fields.tsx';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type CountedSizes, stock } from './client.ts';
import { CountResult } from './count-form.tsx';

interface Values {
  quantities: Record<number, { qty: string }>;
}

/** The SKUs that are counted: those with a number. */
const countedIds = ({ quantities }: Values): number[] =>
  Object.keys(quantities)
    .map(Number)
    .filter((id) => quantities[id]?.qty);

type CountedSize = CountedSizes['items'][number];
/** Whether a person should read more about a count than that it is recorded. */
const needsReading = ({ taken_back, count_request }: CountedSize): boolean => taken_back.length > 0 || count_request !== null;

/** Counts the shelf of several sizes of styles at a desk, in one step. An empty size is not counted. */
export function CountSizesDialog({ onClose }: { onClose: () => void }) {
  const [results, setResults] = useState<readonly CountedSize[]>([]);
  const form = useForm({
    schema: countSizeRunInput,
    values: { quantities: {} } as Values,
    input: (values) => ({
      counts: countedIds(values).map((product_id) => ({ product_id, on_shelf: Number(values.quantities[product_id]?.qty) })),
    }),
    fieldOf: (name, values) => {
      const [, place] = /^counts\.(\d+)\./.exec(name) ?? [];
      return place === undefined ? name : `quantities.${countedIds(values)[Number(place)]}.qty`;
    },
    send: (json: CountSizeRunInput, options) => answer(stock.counts.$post({ json }, options)),
    success: ({ items }) => `${countText(items.length, 'size')} counted`,
    refresh: [['stock'], ['products']],
    onSaved: ({ items }) => {
      const toRead = items.filter(needsReading);
      if (toRead.length > 0) setResults(toRead);
      else onClose();
    },
  });
  const count = countedIds(form.values).length;
  if (results.length > 0)
    return (
      <Dialog open onClose={onClose} title="What the counts changed" actions={<Button onClick={onClose}>Close</Button>}>
        <div className="flow">
          {results.map((one) => (
            <section key={one.sku} aria-label={one.sku}>
              <h3 className="code">{one.sku}</h3>
              <CountResult counted={one} qty={Number(form.values.quantities[one.id]?.qty)} />
            </section>
          ))}
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      form={form}
      width={760}
      title="Count sizes"
      description="Type what is on the shelf. An empty size is not counted."
      action={count > 0 ? `Record ${countText(count, 'count')}` : 'Record'}
      busyText="Recording"
      waits={count > 0 ? null : messages.say_how_many}
      onClose={onClose}
    >
      <SizeRunFields
        isCount
        field={(id) => form.field(`quantities.${id}.qty`)}
        onFill={(quantities) => {
          const entries = Object.entries(quantities).map(([id, qty]) => [id, { qty }] as const);
          form.fill({ quantities: { ...form.values.quantities, ...Object.fromEntries(entries) } });
        }}
      />
    </FormDialog>
  );
}
