import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { penceTyped } from '../../shared/money.ts';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { type ManySubstitution, manySubstitution, type SubstitutionMode } from '../../shared/substitution/substitute.ts';
import { answer } from '../api/answer.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { ExceededBudgets } from '../api/exceeded-budgets.tsx';
import { useOverBudget } from '../api/over-budget.tsx';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkuCombobox, skuName } from '../ui/sku-combobox.tsx';
import { StockEffect } from '../ui/stock-effect.tsx';
import { toast } from '../ui/toast.ts';
import {
  type Affected,
  type AffectedLine,
  findProducts,
  type Preview,
  readAffected,
  type Sku,
  type SubstitutionInput,
  substitution,
} from './client.ts';
import { FillSizes } from './fill-sizes.tsx';
import { StyleChoice } from './style-choice.tsx';
import './substitution.css';

const modes = [
  { value: 'substitute', label: 'Substitute' },
  { value: 'replace', label: 'Replace' },
];
const sizeWords = ({ attributes, sku }: Pick<Sku, 'attributes' | 'sku'>): string => sizeOf(attributes) ?? sku;

/** The replacement of one product. */
interface Choice {
  product_id: Sku | null;
  /** In pounds, as it is typed. */
  new_price: string;
}
interface Values {
  mode: SubstitutionMode;
  /** The replacement of each product, by the id of the replaced product. */
  substitutions: Record<number, Choice>;
}

/** Replaces a product on a client's open lines. The person first chooses the lines and the replacement of each size, and sees the effect. */
export default function Substitution() {
  const [account, setAccount] = useState<Client | null>(null);
  const [from_date, setFrom_date] = useState('');
  const [parent, setParent] = useState<Sku | null>(null);
  const isReady = account !== null && parent !== null && parseTypedDate(from_date) !== null;
  const affected = useQuery({
    queryKey: ['substitution', account?.id, from_date, parent?.id],
    queryFn: ({ signal }) => readAffected(account?.id ?? 0, from_date, parent?.id ?? 0, signal),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });

  return (
    <Page title="Substitution" sub="Replace a product on open lines">
      <div className="substitution">
        <section className="card">
          <div className="in-card substitution-which">
            <ClientChoice label="Account" required from={0} placeholder="Client" value={account} onChange={setAccount} />
            <DateField label="Orders from" name="from_date" required value={from_date} onChange={(event) => setFrom_date(event.target.value)} />
            <StyleChoice className="substitution-parent" label="Parent product" name="parent_sku_id" required value={parent} onChange={setParent} />
          </div>
          {isReady && (
            <Loaded query={affected} noun="affected lines">
              {(products) =>
                products.products.length > 0 ? (
                  <Substitutions
                    key={`${account.id}/${from_date}/${parent.id}`}
                    affected={products}
                    parent={parent}
                    query={{ account_id: account.id, from_date, parent_sku_id: parent.id }}
                  />
                ) : (
                  <EmptyState title="No affected lines">
                    <p>No open order of {account.name} since then asks for this product.</p>
                  </EmptyState>
                )
              }
            </Loaded>
          )}
        </section>
        <AffectedLines affected={isReady ? affected.data : undefined} />
      </div>
    </Page>
  );
}

interface SubstitutionsProps {
  affected: Affected;
  /** The style that is replaced. */
  parent: Sku;
  query: Pick<SubstitutionInput, 'account_id' | 'from_date' | 'parent_sku_id'>;
}

function Substitutions({ affected, parent, query }: SubstitutionsProps) {
  const nothing: Choice = { product_id: null, new_price: '' };
  const inputOf = ({ mode, substitutions }: Values): SubstitutionInput => ({
    ...query,
    mode,
    substitutions: affected.products.flatMap(({ id }) => {
      const { product_id, new_price } = substitutions[id] ?? nothing;
      if (product_id === null) return [];
      return [{ from_product_id: id, product_id: product_id.id, ...(mode === 'replace' && { new_price: penceTyped(new_price) ?? null }) }];
    }),
  });
  const { isOverBudget, forcing, dialog } = useOverBudget({
    title: 'This goes over budget',
    action: 'Force over budget',
    keep: 'Leave it as it is',
  });
  const apply = useWrite({
    send: (input: ManySubstitution, options) => answer(substitution.index.$post({ json: input }, options)),
    refresh: [['substitution'], ['orders'], ['admin-orders']],
    onRefused: isOverBudget,
  });
  // A refusal because of a budget is shown in a dialog of its own.
  const { force_over_budget_order: _, budget: __, ...errors } = apply.errors;
  const form = useForm({
    schema: manySubstitution,
    // The successor of a discontinued product is chosen until the person chooses something else.
    values: {
      mode: 'substitute',
      substitutions: Object.fromEntries(affected.products.map(({ id, successor }) => [id, { ...nothing, product_id: successor }])),
    } as Values,
    input: inputOf,
    fieldOf: (name, values) => {
      const [, place, part] = /^substitutions\.(\d+)\.(\w+)$/.exec(name) ?? [];
      if (place === undefined) return name;
      return `substitutions.${inputOf(values).substitutions[Number(place)]?.from_product_id}.${part === 'from_product_id' ? 'product_id' : part}`;
    },
    isGuarded: false,
    write: (input) => forcing((more) => apply.write({ ...input, ...more })),
    errors,
    onSaved: ({ qty_changed, qty_left_out }) => {
      form.fill({ substitutions: Object.fromEntries(affected.products.map(({ id }) => [id, nothing])) });
      toast(
        `${countText(qty_changed, 'line')} changed${qty_left_out > 0 ? `, ${qty_left_out} left as ${qty_left_out === 1 ? 'it was' : 'they were'}` : ''}`,
      );
    },
  });
  const { mode } = form.values;
  const setPrice = (id: number, new_price: string): void =>
    form.fill({ substitutions: { ...form.values.substitutions, [id]: { ...of(id), new_price } } });
  const of = (id: number): Choice => form.values.substitutions[id] ?? nothing;
  const chosenProducts = affected.products.filter(({ id }) => of(id).product_id !== null);
  const isBadPrice = mode === 'replace' && affected.products.some(({ id }) => penceTyped(of(id).new_price) === undefined);
  const json = inputOf(form.values);
  const preview = useQuery({
    queryKey: ['substitution', 'preview', json],
    queryFn: () => answer(substitution.preview.$post({ json })),
    enabled: chosenProducts.length > 0 && !isBadPrice,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const waiting = affected.products.filter(({ id }) => of(id).product_id === null);
  const result = chosenProducts.length > 0 ? preview.data : undefined;
  const onFloor = result?.items.filter((item) => item.in_pick && !item.left_out).length ?? 0;

  return (
    <Form form={form}>
      <header className="substitution-head">
        <h2>Substitutions</h2>
        <span className="note">{countText(affected.products.length, 'size')} in use</span>
        <span className="push">
          <Segments label="Mode" value={mode} onChange={(next) => form.fill({ mode: next as SubstitutionMode })} segments={modes} />
        </span>
      </header>
      <FillSizes
        parent={parent}
        used={affected.products}
        onFill={(matches) =>
          form.fill({
            substitutions: Object.fromEntries(affected.products.map(({ id }) => [id, { ...of(id), product_id: matches.get(id) ?? null }])),
          })
        }
      />
      <ul className="rows">
        {affected.products.map((from) => {
          const { new_price } = of(from.id);
          return (
            <li key={from.id} className="substitution-row">
              <div className="substitution-from">
                <strong>{sizeWords(from)}</strong> <span className="note">{from.attributes.variation_colour}</span>
                <div className="code note small">{from.sku}</div>
              </div>
              <SkuCombobox
                className="grow"
                label={<span className="sr">To, for {skuName(from)}</span>}
                placeholder="Choose a product"
                hint={from.successor && of(from.id).product_id?.id === from.successor.id ? 'Its successor' : undefined}
                {...form.control(`substitutions.${from.id}.product_id`)}
                search={(text, signal) => findProducts('skus', text, signal)}
              />
              {mode === 'replace' && (
                <input
                  className="in num substitution-price"
                  inputMode="decimal"
                  aria-label={`New price for ${skuName(from)}, in pounds`}
                  aria-invalid={penceTyped(new_price) === undefined || undefined}
                  placeholder="Set price"
                  name={`substitutions.${from.id}.new_price`}
                  value={new_price}
                  onChange={(event) => setPrice(from.id, event.target.value)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className="in-card flow">
        <p className="sub">
          {mode === 'replace' ? (
            <>
              <strong>Replace</strong> changes the customer’s order and checks the budget again.
            </>
          ) : (
            <>
              <strong>Substitute</strong> changes picking and stock only.
            </>
          )}
        </p>
        {result && (
          <>
            <StockEffect stock={result.stock} />
            {mode === 'replace' && <PriceEffect items={result.items} isOverBudget={result.budgets.length > 0} />}
            <ExceededBudgets budgets={result.budgets} />
            {onFloor > 0 && (
              <p className="t-warn">
                <Icon name="alert" /> {countText(onFloor, 'line')} {onFloor === 1 ? 'is' : 'are'} with the warehouse: the pick and the tablets are
                updated.
              </p>
            )}
            {result.items
              .filter((item) => item.left_out)
              .map((item) => (
                <p key={item.line_id} className="note">
                  Order <span className="code">{item.order.order_number}</span>, {item.from.sku}: {item.left_out?.message}
                </p>
              ))}
          </>
        )}
        {preview.isError && (
          <p className="t-wrong" role="alert">
            {preview.error.message}
          </p>
        )}
      </div>
      <footer>
        {waiting.length > 0 && (
          <span className="t-warn">
            <Icon name="alert" /> {waiting.map(sizeWords).join(', ')} {waiting.length === 1 ? 'has' : 'have'} no substitution
          </span>
        )}
        <Submit form={form} className="push" disabled={!result || result.qty_changed === 0 || isBadPrice || preview.isFetching} busyText="Applying">
          {result ? `Apply to ${countText(result.qty_changed, 'line')}` : 'Apply'}
        </Submit>
      </footer>
      {dialog}
    </Form>
  );
}

/** What the lines that change cost before and after, without VAT, and in how many orders the price goes up. */
function PriceEffect({ items, isOverBudget }: { items: Preview['items']; isOverBudget: boolean }) {
  const changed = items.filter(({ left_out }) => !left_out);
  const cost = (price: (item: Preview['items'][number]) => number): number =>
    changed.reduce((sum, item) => sum + price(item) * item.qty_requested, 0);
  const [before, after] = [cost(({ unit_price_before }) => unit_price_before), cost(({ unit_price }) => unit_price)];
  const dearer = new Set(changed.filter((item) => item.unit_price > item.unit_price_before).map(({ order }) => order.id)).size;
  return (
    <p className={dearer > 0 ? 't-warn' : 'sub'}>
      These lines cost {formatMoney(before)} now and {formatMoney(after)} then, without VAT
      {dearer > 0 && `. ${countText(dearer, 'order costs', 'orders cost')} more${isOverBudget ? '' : '; no budget goes over'}`}.
    </p>
  );
}

function AffectedLines({ affected }: { affected: Affected | undefined }) {
  const requested = affected?.items.reduce((sum, line) => sum + line.qty_requested, 0) ?? 0;
  const allocated = affected?.items.reduce((sum, line) => sum + line.qty_allocated, 0) ?? 0;
  return (
    <section className="card substitution-lines">
      <header>
        <h2>Affected lines</h2>
        {affected && (
          <span className="note push">
            {countText(affected.total, 'line')} · {requested} requested · {allocated} allocated
          </span>
        )}
      </header>
      {!affected || affected.items.length === 0 ? (
        <EmptyState title={affected ? 'No lines' : 'Nothing chosen yet'}>
          {!affected && <p>Choose an account, a date and a parent product.</p>}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard
        <section className="scroll" aria-label="Affected lines" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="substitution-order">
                  Order
                </th>
                <th scope="col" className="substitution-order">
                  Submitted
                </th>
                <th scope="col">Product</th>
                <th scope="col">Employee</th>
                <th scope="col">Site</th>
                <th scope="col" className="num substitution-qty">
                  Requested
                </th>
                <th scope="col" className="num substitution-qty">
                  Allocated
                </th>
              </tr>
            </thead>
            <tbody>
              {affected.items.map((line) => (
                <Row key={line.id} line={line} />
              ))}
            </tbody>
          </table>
          {affected.total > affected.items.length && (
            <p className="note in-card">The first {affected.items.length} are shown; all of them are changed.</p>
          )}
        </section>
      )}
      <p className="note in-card">Lines already picked are left out. Allocation of the old product is released.</p>
    </section>
  );
}

function Row({ line: { order, product, employee, site, qty_requested, qty_allocated } }: { line: AffectedLine }) {
  return (
    <tr>
      <td>
        <Link className="code" to={`/admin/orders/${order.uuid}/edit`}>
          {order.order_number}
        </Link>
      </td>
      <td>
        <DateText value={order.submitted_at} form="list" />
      </td>
      <td title={`${product.name}, ${product.sku}`}>
        <strong>{sizeWords(product)}</strong> <span className="note">{product.attributes.variation_colour}</span>
      </td>
      <td title={employee.name}>{employee.name}</td>
      <td title={site?.name}>{site?.name}</td>
      <td className="num">{qty_requested}</td>
      <td className="num">{qty_allocated > 0 ? qty_allocated : <span className="note">0</span>}</td>
    </tr>
  );
}
