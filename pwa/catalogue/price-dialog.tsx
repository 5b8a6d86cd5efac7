import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { newPriceChange } from '../../shared/catalogue/price-change.ts';
import { messages } from '../../shared/messages.ts';
import { pounds } from '../../shared/money.ts';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { changePrices } from './client.ts';
import { csvOfRows, signed, signedNumber, signedPence } from './price-change-words.ts';
import { OwnPrices, PricePreview } from './price-preview.tsx';

const steps = [
  { value: '1', label: 'The penny' },
  { value: '5', label: 'The nearest 5p' },
  { value: '10', label: 'The nearest 10p' },
  { value: '50', label: 'The nearest 50p' },
  { value: '100', label: 'The nearest pound' },
];

interface PriceDialogProps {
  products: readonly { id: number }[];
  onClose: (isDone: boolean) => void;
}

/** Changes the prices of many products by a percentage or an amount, at once or from a given day on, with a preview of the new prices. */
export function PriceDialog({ products, onClose }: PriceDialogProps) {
  const navigate = useNavigate();
  const product_ids = products.map(({ id }) => id);
  const today = ukDate(new Date().toISOString());
  const form = useForm({
    schema: newPriceChange,
    values: { field: 'price', by: 'percent', number: '', round_to: '1', effective_on: '', follow: false },
    input: ({ field, by, number, round_to, effective_on, follow }) => ({
      product_ids,
      field,
      ...(by === 'percent' ? { percent: signedNumber(number) } : { amount: signedPence(number) }),
      round_to: Number(round_to),
      ...(effective_on && { effective_on }),
      sets: follow && field === 'price' ? 'follow' : 'keep',
      preview: false,
    }),
    fieldOf: (name) => (name === 'percent' || name === 'amount' ? 'number' : name === 'sets' ? 'follow' : name),
    check: ({ by, number }) => ({
      number: (by === 'percent' ? signedNumber(number) : signedPence(number)) === undefined ? messages.percent_or_amount : null,
    }),
    send: changePrices,
    refresh: [['products'], ['price-changes']],
    onSaved: ({ effective_on }) => {
      toast(effective_on > today ? `The prices change on ${formatDate(effective_on, 'date')}` : 'The prices are being changed', {
        action: { label: 'Price changes', run: () => void navigate('/admin/price-changes') },
      });
      onClose(true);
    },
  });
  const { field, by, number, round_to, effective_on, follow } = form.values;
  const isPercent = by === 'percent';
  const change = isPercent ? signedNumber(number) : signedPence(number);
  const isDated = effective_on === '' || parseTypedDate(effective_on) !== null;
  const readPreview = (all_rows: boolean) =>
    changePrices({
      product_ids,
      field: field as 'price' | 'cost',
      ...(isPercent ? { percent: change } : { amount: change }),
      round_to: Number(round_to),
      ...(effective_on && { effective_on }),
      sets: 'keep',
      preview: true,
      all_rows,
    });
  const preview = useQuery({
    queryKey: ['price-changes', 'preview', product_ids, field, by, change, round_to, effective_on],
    queryFn: () => readPreview(false),
    enabled: change !== undefined && isDated,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const currentPreview = change === undefined || !isDated || preview.isError ? undefined : preview.data;
  const day = isDated && effective_on > today ? formatDate(effective_on, 'date') : null;
  const word = field === 'price' ? 'price' : 'cost';
  const skus = currentPreview?.by_style?.skus_count ?? 0;
  const csv = useWrite({
    send: () => readPreview(true),
    onSaved: ({ rows }) => saveFile(`${word}-change-${effective_on || today}.csv`, csvOfRows(word, rows)),
  });
  const by_text = change === undefined ? '' : isPercent ? `${signed(String(change))}%` : signed(pounds(change));
  const waits =
    change === undefined
      ? 'Enter by how much they change.'
      : !isDated
        ? messages.day_invalid
        : preview.isError
          ? 'They cannot change like this.'
          : currentPreview?.count === 0
            ? `No ${word} changes.`
            : null;
  const ownPrices = currentPreview?.own_prices ?? [];
  const own = ownPrices.reduce((sum, { products: some }) => sum + some, 0);
  const previewFault = preview.isError ? Object.values((preview.error as { first_messages?: Record<string, string> }).first_messages ?? {})[0] : null;
  return (
    <FormDialog
      form={form}
      onClose={() => onClose(false)}
      title={`Change prices of ${countText(products.length, 'product')}`}
      description="A style’s prices change with those of all its SKUs."
      width={640}
      waits={waits}
      action={currentPreview ? `Change ${countText(skus || currentPreview.count, word)} ${day ? `on ${day}` : 'now'}` : 'Change prices'}
      busyText="Changing"
      other={
        currentPreview !== undefined &&
        currentPreview.count > 0 && (
          <Button look="quiet" icon="download" className="price-csv" busy={csv.busy} busyText="Reading" onClick={() => void csv.write()}>
            As CSV
          </Button>
        )
      }
    >
      <div className="flow">
        <div className="price-rule">
          <Select
            label="What"
            options={[
              { value: 'price', label: 'Price' },
              { value: 'cost', label: 'Cost' },
            ]}
            {...form.field('field')}
          />
          <div className="price-by">
            <TextField
              label={isPercent ? 'By (%)' : 'By (£)'}
              required
              inputMode="text"
              autoComplete="off"
              placeholder={isPercent ? '+4' : '+0.50'}
              {...form.field('number')}
              {...(previewFault && { error: previewFault })}
            />
            <Segments
              label="Unit"
              value={by}
              onChange={(value) => form.fill({ by: value })}
              segments={[
                { value: 'percent', label: '%' },
                { value: 'amount', label: '£' },
              ]}
            />
          </div>
          <Select label="Rounded to" options={steps} {...form.field('round_to')} />
          <DateField label="From" min={today} hint={day ? undefined : 'Today'} {...form.field('effective_on')} />
        </div>
        {change !== undefined && isDated && (
          <section className="flow" aria-label="Preview" aria-busy={preview.isFetching || undefined}>
            {currentPreview ? (
              <PricePreview preview={currentPreview} rule={{ field: word, isPercent, change, text: by_text }} day={day}>
                {field === 'price' && own > 0 && (
                  <OwnPrices prices={ownPrices} follow={follow}>
                    <Tick {...form.tick('follow')}>
                      {own === 1 ? 'Change it' : `Change these ${formatCount(own)}`} by {by_text} too
                    </Tick>
                  </OwnPrices>
                )}
              </PricePreview>
            ) : (
              !preview.isError && <Skeleton width="60%" />
            )}
          </section>
        )}
      </div>
    </FormDialog>
  );
}
