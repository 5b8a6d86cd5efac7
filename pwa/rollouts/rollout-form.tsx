import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type KitLine, productsOfLine } from '../../shared/kits/kit.ts';
import { listText } from '../../shared/list-text.ts';
import { rolloutChange, rolloutInput } from '../../shared/rollouts/rollout.ts';
import { readOffered } from '../api/sites-and-roles.ts';
import { useForm } from '../api/use-form.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Field, Select, TextArea, TextField } from '../ui/field.tsx';
import { FormPage } from '../ui/form-page.tsx';
import { Segments } from '../ui/segments.tsx';
import type { Rollout, RolloutProduct } from './client.ts';
import type { RolloutScreens } from './use-rollout-screens.ts';

interface Line {
  product: RolloutProduct | null;
  quantity: string;
  decoration: string;
  /** The stored line, whose colour and choice of styles stay unless another product is chosen. */
  stored?: KitLine;
}
const noLine: Line = { product: null, quantity: '1', decoration: '' };

/** The product of a stored line, or its styles as one: *Trousers or Skirt*. */
function productOf(line: KitLine, products: readonly RolloutProduct[]): RolloutProduct | null {
  const named = productsOfLine(line).flatMap((id) => products.find((product) => product.id === id) ?? []);
  const [first] = named;
  return first
    ? {
        ...first,
        name: listText(
          named.map(({ name }) => name),
          'or',
        ),
      }
    : null;
}

/** The employee numbers in a pasted list or a file: those of the first column, without a heading that is no number of a list. */
export const numbersIn = (text: string): string[] => {
  const numbers = text
    .split(/[\r\n]+/)
    .flatMap((row) => (/[;\t]|,.*[a-z]/i.test(row) ? [row.split(/[;,\t]/)[0] ?? ''] : row.split(/[,\s]+/)))
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean);
  return [...new Set(numbers)].filter((number) => /\d/.test(number));
};

const valuesOf = (stored: Rollout | undefined) => ({
  name: stored?.name ?? '',
  deadline: stored?.deadline ?? '',
  order_per: stored?.order_per ?? ('site' as 'site' | 'wearer'),
  client_po_reference: stored?.client_po_reference ?? '',
  cost_code: stored?.cost_code ?? '',
  who: stored ? 'same' : 'filter',
  site_id: '',
  employee_role_id: '',
  numbers: '',
  kit: stored?.kit === 'role' || !stored ? 'role' : 'lines',
  lines: (stored && stored.kit !== 'role'
    ? stored.kit.lines.map((line) => ({
        stored: line,
        product: productOf(line, stored.products),
        quantity: String(line.quantity),
        decoration: line.decoration ?? '',
      }))
    : [noLine]) as Line[],
});

/** Makes a roll-out, or changes its draft: who gets what, by when sizes are needed, and one order for each site or person. */
export function RolloutForm({ screens, stored }: { screens: RolloutScreens; stored?: Rollout }) {
  const { calls, companyId, list } = screens;
  const navigate = useNavigate();
  const offered = useQuery({ queryKey: ['offered-to-people', companyId], queryFn: ({ signal }) => readOffered(companyId, signal) });
  const [fileName, setFileName] = useState<string | null>(null);
  const form = useForm({
    schema: stored ? rolloutChange : rolloutInput,
    values: valuesOf(stored),
    input: (values) => ({
      name: values.name,
      deadline: values.deadline,
      order_per: values.order_per,
      client_po_reference: values.client_po_reference || null,
      cost_code: values.cost_code || null,
      ...(values.who === 'numbers' && { people: { employee_numbers: numbersIn(values.numbers) } }),
      ...(values.who === 'filter' && {
        people: {
          filter: {
            ...(values.site_id && { site_id: Number(values.site_id) }),
            ...(values.employee_role_id && { employee_role_id: Number(values.employee_role_id) }),
          },
        },
      }),
      kit:
        values.kit === 'role'
          ? ('role' as const)
          : {
              lines: values.lines.flatMap(({ product, quantity, decoration, stored: line }) =>
                product ? [{ product_id: product.id, ...line, quantity: Number(quantity), decoration: decoration || null }] : [],
              ),
            },
      ...(stored && { version: stored.version }),
    }),
    fieldOf: (name) =>
      name.startsWith('people.employee_numbers') ? 'numbers' : name.startsWith('people') ? 'who' : name.startsWith('kit') ? 'kit' : name,
    // The schema of a new roll-out is the stricter one; the route of a change checks with its own.
    send: (json, options) =>
      stored ? calls.change(String(stored.id))(json, options) : calls.create(json as Parameters<typeof calls.create>[0], options),
    refresh: [['rollouts']],
    onSaved: ({ id }) => void navigate(`${list}/${id}`, { replace: true }),
  });
  const { values } = form;
  const setLine = (place: number, line: Line | null): void =>
    form.fill({ lines: values.lines.flatMap((one, n) => (n === place ? (line ?? []) : one)) });
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    form.fill({ numbers: numbersIn(await file.text()).join('\n') });
    setFileName(file.name);
    target.value = '';
  };
  const count = numbersIn(values.numbers).length;
  return (
    <FormPage
      title={stored ? stored.name : 'New roll-out'}
      back={stored ? `${list}/${stored.id}` : list}
      form={form}
      stored={stored}
      sub={screens.accountId === undefined ? undefined : screens.company}
    >
      <fieldset>
        <legend>What it is</legend>
        <div className="fields">
          <TextField label="Name" required placeholder="Winter kit 2026" {...form.field('name')} />
          <DateField label="Sizes by" required hint="The links for sizes end on this day" {...form.field('deadline')} />
          <Select
            label="Orders"
            options={[
              { value: 'site', label: 'One for each site' },
              { value: 'wearer', label: 'One for each person' },
            ]}
            {...form.field('order_per')}
          />
          <TextField label="PO reference" {...form.field('client_po_reference')} />
          <TextField label="Cost code" {...form.field('cost_code')} />
        </div>
      </fieldset>
      <fieldset>
        <legend>Who</legend>
        <div className="stack">
          <Segments
            label="Who"
            value={values.who}
            onChange={(who) => form.fill({ who })}
            segments={[
              ...(stored ? [{ value: 'same', label: `Same ${stored.counts.people}` }] : []),
              { value: 'filter', label: 'Site or role' },
              { value: 'numbers', label: 'By number' },
            ]}
          />
          {form.control('who').error && <p className="err">{form.control('who').error}</p>}
          {values.who === 'filter' && (
            <div className="fields">
              <Select
                label="Site"
                placeholder="Every site"
                options={(offered.data?.sites ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('site_id')}
              />
              <Select
                label="Employee role"
                placeholder="Every role"
                options={(offered.data?.employee_roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('employee_role_id')}
              />
            </div>
          )}
          {values.who === 'numbers' && (
            <>
              <Field label="File" hint={fileName ? `${fileName}: ${count} numbers` : 'A CSV or text file with the numbers in its first column'}>
                {(control) => (
                  <input {...control} className="in" type="file" accept=".csv,.txt,text/csv,text/plain" onChange={(event) => void readFile(event)} />
                )}
              </Field>
              <TextArea
                label={count ? `Employee numbers, ${count}` : 'Employee numbers'}
                rows={6}
                hint="One on each line"
                {...form.field('numbers')}
              />
            </>
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>What they get</legend>
        <div className="stack">
          <Segments
            label="Kit"
            value={values.kit}
            onChange={(kit) => form.fill({ kit })}
            segments={[
              { value: 'role', label: 'Kit of their role' },
              { value: 'lines', label: 'The same for all' },
            ]}
          />
          {form.control('kit').error && <p className="err">{form.control('kit').error}</p>}
          {values.kit === 'lines' && (
            <>
              {values.lines.map((line, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and are only added at the end
                <div key={n} className="rollout-line">
                  <Combobox
                    label={`Product ${n + 1}`}
                    value={line.product}
                    onChange={(product) => setLine(n, { product, quantity: line.quantity, decoration: line.decoration })}
                    search={async (text, signal) => (await calls.products(text, signal)).items}
                    itemKey={({ id }) => id}
                    itemText={({ name }) => name}
                    from={0}
                    none="No such product in the clothing sets"
                  />
                  <TextField
                    label="Each gets"
                    inputMode="numeric"
                    value={line.quantity}
                    onChange={({ target }) => setLine(n, { ...line, quantity: target.value })}
                  />
                  <TextField
                    label="Decoration"
                    className="rollout-decoration"
                    value={line.decoration}
                    onChange={({ target }) => setLine(n, { ...line, decoration: target.value })}
                  />
                  {values.lines.length > 1 && <IconButton icon="x" label={`Remove product ${n + 1}`} onClick={() => setLine(n, null)} />}
                </div>
              ))}
              <div>
                <Button icon="plus" onClick={() => form.fill({ lines: [...values.lines, noLine] })}>
                  Add product
                </Button>
              </div>
            </>
          )}
        </div>
      </fieldset>
    </FormPage>
  );
}
