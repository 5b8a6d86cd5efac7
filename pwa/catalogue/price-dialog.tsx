import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { newPriceChange } from '../../shared/catalogue/price-change.ts';
import { csvOf, poundsCell } from '../../shared/csv.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, pounds } from '../../shared/money.ts';
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
import { changePrices, type PriceChangePreview } from './client.ts';
import { SameDay, StyleTable } from './style-table.tsx';

const steps = [
  { value: '1', label: 'The penny' },
  { value: '5', label: 'The nearest 5p' },
  { value: '10', label: 'The nearest 10p' },
  { value: '50', label: 'The nearest 50p' },
  { value: '100', label: 'The nearest pound' },
];

/** A number with its sign, such as `+4`, `-2.5` or `4,5`; undefined where it is none. */
function signedNumber(text: string): number | undefined {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(typed) ? Number(typed) : undefined;
}
/** Pounds with their sign as pence; undefined where it is no amount. */
function signedPence(text: string): number | undefined {
  const typed = text.trim().replace('−', '-');
  const pence = penceTyped(typed.replace(/^[+-]/, ''));
  return pence === null || pence === undefined ? undefined : typed.startsWith('-') ? -pence : pence;
}
const signed = (text: string): string => (text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`);

/** How many clothing sets are named before the rest is counted. */
const SHOWN_SETS = 6;
const setText = (account: string, set: string, products: number, isFirst: boolean): string =>
  `${account}, ${set} (${isFirst ? countText(products, 'product') : formatCount(products)})`;

/** How many sizes are named before the rest is counted. */
const NAMED = 4;
/** "3XL and 4XL"; of many the first, and how many others there are. */
const sizesText = (sizes: readonly string[]): string =>
  listText(sizes.length > NAMED + 1 ? [...sizes.slice(0, NAMED), `${sizes.length - NAMED} others`] : sizes);

/** Every row by SKU as a CSV document, in pounds. */
function csvOfRows(word: 'price' | 'cost', rows: PriceChangePreview['rows']): Blob {
  const isPrice = word === 'price';
  const head = isPrice ? ['sku', 'name', 'cost', 'price_now', 'price_then', 'margin'] : ['sku', 'name', 'cost_now', 'cost_then', 'price', 'margin'];
  const lines = rows.map(({ sku, name, cost, price, before, after, margin }) => {
    const amounts = isPrice ? [cost, before, after] : [before, after, price];
    return [sku, name, ...amounts.map((pence) => (pence === null ? null : poundsCell(pence))), margin];
  });
  return new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' });
}

interface PriceDialogProps {
  products: readonly { id: number }[];
  onClose: (isDone: boolean) => void;
}

/** Changes the prices of many products by a percentage or an amount, at once or from a day on, and shows beforehand what they become. */
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
  const what = skus ? countText(skus, 'SKU') : countText(currentPreview?.count ?? 0, word);
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
              <>
                <p className="strong" role="status">
                  {by_text} on {what}, from {day ?? 'today'}
                  {ownPrices.length > 0 && `; ${countText(ownPrices.length, 'set has its own price', 'sets have their own price')}`}
                </p>
                <SameDay field={field as 'price' | 'cost'} changes={currentPreview.same_day} />
                {currentPreview.by_style && <StyleTable byStyle={currentPreview.by_style} />}
                {currentPreview.by_style && currentPreview.by_style.dearer_sizes.length > 0 && (
                  <p className="note">
                    Larger sizes keep their extra: {sizesText(currentPreview.by_style.dearer_sizes)}{' '}
                    {isPercent ? `${change > 0 ? 'rise' : 'fall'} by ${Math.abs(change)}% of what they cost today` : 'change by the same amount'}.
                  </p>
                )}
                {field === 'price' && own > 0 && (
                  <div className="banner price-sets">
                    <div className="grow">
                      <p className="strong">{follow ? 'Own prices change alike' : 'Own prices stay as they are'}</p>
                      <p className="sub">
                        {ownPrices
                          .slice(0, SHOWN_SETS)
                          .map(({ account, clothing_set, products: some }, place) => setText(account, clothing_set, some, place === 0))
                          .join(' · ')}
                        {ownPrices.length > SHOWN_SETS && ` and ${ownPrices.length - SHOWN_SETS} more`}
                      </p>
                      <Tick {...form.tick('follow')}>
                        {own === 1 ? 'Change it' : `Change these ${formatCount(own)}`} by {by_text} too
                      </Tick>
                    </div>
                  </div>
                )}
                <p className="note">Orders that are submitted before {day ?? 'the change'} keep their prices.</p>
              </>
            ) : (
              !preview.isError && <Skeleton width="60%" />
            )}
          </section>
        )}
      </div>
    </FormDialog>
  );
}
