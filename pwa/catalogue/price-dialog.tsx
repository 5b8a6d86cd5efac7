import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { newPriceChange } from '../../shared/catalogue/price-change.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, pounds, poundsText } from '../../shared/money.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { useForm } from '../api/use-form.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { changePrices } from './client.ts';

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

interface PriceDialogProps {
  products: readonly { id: number }[];
  onClose: (isDone: boolean) => void;
}

/** Changes the prices of many products by a percentage or an amount, at once or from a day on, and shows beforehand what they become. */
export function PriceDialog({ products, onClose }: PriceDialogProps) {
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
    success: ({ effective_on }) =>
      effective_on > today ? `The prices change on ${formatDate(effective_on, 'date')}` : 'The prices are being changed',
    refresh: [['products'], ['price-changes']],
    onSaved: () => onClose(true),
  });
  const { field, by, number, round_to, effective_on, follow } = form.values;
  const isPercent = by === 'percent';
  const change = isPercent ? signedNumber(number) : signedPence(number);
  const preview = useQuery({
    queryKey: ['price-changes', 'preview', product_ids, field, by, change, round_to, effective_on],
    queryFn: () =>
      changePrices({
        product_ids,
        field: field as 'price' | 'cost',
        ...(isPercent ? { percent: change } : { amount: change }),
        round_to: Number(round_to),
        ...(effective_on && { effective_on }),
        sets: 'keep',
        preview: true,
      }),
    enabled: change !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const currentPreview = change === undefined || preview.isError ? undefined : preview.data;
  const day = effective_on > today ? formatDate(effective_on, 'date') : null;
  const word = field === 'price' ? 'price' : 'cost';
  const by_text = change === undefined ? '' : isPercent ? `${signed(String(change))}%` : signed(pounds(change));
  const waits =
    change === undefined
      ? 'Enter by how much they change.'
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
      description="A style’s prices change with those of all its SKUs. A dearer size stays dearer."
      width={640}
      waits={waits}
      action={currentPreview ? `Change ${countText(currentPreview.count, word)} ${day ? `on ${day}` : 'now'}` : 'Change prices'}
      busyText="Changing"
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
          <TextField label="From" type="date" min={today} hint={day ? undefined : 'Today'} {...form.field('effective_on')} />
        </div>
        {change !== undefined && (
          <section className="flow" aria-label="Preview" aria-busy={preview.isFetching || undefined}>
            {currentPreview ? (
              <>
                <p className="strong" role="status">
                  {by_text} on {countText(currentPreview.count, word)}, from {day ?? 'today'}
                  {ownPrices.length > 0 && `; ${countText(ownPrices.length, 'set has prices of its own', 'sets have prices of their own')}`}
                </p>
                {currentPreview.rows.length > 0 && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
                  <section className="price-preview" aria-label="Prices before and after" tabIndex={0}>
                    <table className="table">
                      <thead>
                        <tr>
                          <th>SKU</th>
                          <th>Product</th>
                          <th className="num">Now £</th>
                          <th className="num">Then £</th>
                        </tr>
                      </thead>
                      <tbody>
                        {currentPreview.rows.map(({ id, sku, name, before, after }) => (
                          <tr key={id}>
                            <td className="code" title={sku}>
                              {sku}
                            </td>
                            <td title={name}>{name}</td>
                            <td className="num sub">{poundsText(before)}</td>
                            <td className="num strong">{poundsText(after)}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </section>
                )}
                {currentPreview.count > currentPreview.rows.length && (
                  <p className="note">
                    The first {limits.page_cap} of {formatCount(currentPreview.count)}, by SKU.
                  </p>
                )}
                {field === 'price' && own > 0 && (
                  <div className="banner price-sets">
                    <div className="grow">
                      <p className="strong">{follow ? 'Prices of sets change alike' : 'Prices of sets stay as they are'}</p>
                      <p className="sub">
                        {ownPrices
                          .slice(0, 6)
                          .map(({ account, clothing_set, products: some }) => `${account}, ${clothing_set} (${some})`)
                          .join(' · ')}
                        {ownPrices.length > 6 && ` and ${ownPrices.length - 6} more`}
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
