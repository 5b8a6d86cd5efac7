import { useQuery } from '@tanstack/react-query';
import { choicesOf, type Kit, type KitLine, kitInput } from '../../shared/kits/kit.ts';
import { listText } from '../../shared/list-text.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FormPage } from '../ui/form-page.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import './kit-editor.css';
import { findKitProducts, type KitStyle, readKit, saveKit } from './kits.ts';
import { useForm } from './use-form.ts';

interface KitEditorProps {
  accountId: string;
  roleId: string;
  /** The name of the employee role; undefined until it is known. */
  roleName: string | undefined;
  /** The address of the screen before this one. */
  back: string;
}

/** The kit of an employee role: what everybody with the role gets when they start. */
export function KitEditor({ accountId, roleId, roleName, back }: KitEditorProps) {
  const query = useQuery({ queryKey: ['kits', accountId, roleId], queryFn: ({ signal }) => readKit(accountId, roleId, signal) });
  const title = roleName ? `Kit of ${roleName}` : 'Kit';
  if (query.data) return <Details key={query.data.version} accountId={accountId} roleId={roleId} title={title} back={back} stored={query.data} />;
  return (
    <Page title={title} back={back}>
      <Loaded query={query} noun="kit" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** A line of the form, with the names that the screen shows. */
interface Line extends KitLine {
  key: number;
  name: string;
  colours: readonly string[];
  hex: string | null;
  decorations: readonly string[];
  is_available: boolean;
}

/** A key that no line of the form has. */
const nextKey = (lines: readonly Line[]): number => Math.max(-1, ...lines.map(({ key }) => key)) + 1;

const linesOf = ({ lines, products }: Pick<Kit, 'lines' | 'products'>): Line[] =>
  lines.map((line, place) => {
    const ids = line.choose_from.length ? choicesOf(line) : [line.product_id];
    const named = ids.flatMap((id) => products.find((product) => product.id === id) ?? []);
    const colours = named.map((product) => product.colours);
    return {
      ...line,
      key: place,
      name: listText(
        named.map(({ name, size }) => [name, size].filter(Boolean).join(' ')),
        'or',
      ),
      colours: (colours[0] ?? []).filter((colour) => colours.every((list) => list.includes(colour))),
      hex: named[0]?.colour_hex ?? null,
      decorations: [],
      is_available: named.every(({ is_available }) => is_available),
    };
  });

const valuesOf = (of: Partial<Kit>) => ({ version: of.version, lines: linesOf({ lines: of.lines ?? [], products: of.products ?? [] }) });

const newLine = ({ id, name, colours, colour_hex, decorations }: KitStyle, key: number): Line => ({
  key,
  product_id: id,
  quantity: 1,
  decoration: decorations[0] ?? null,
  variation_colour: colours.length === 1 ? (colours[0] ?? null) : null,
  choose_from: [],
  name,
  colours,
  hex: colour_hex,
  decorations,
  is_available: true,
});

/** A line of which the wearer takes either what it has so far, or another style. */
const withChoice = (line: Line, style: KitStyle): Line => {
  const choose_from = [...new Set([...(line.choose_from.length ? choicesOf(line) : [line.product_id ?? style.id]), style.id])];
  const colours = line.colours.filter((colour) => style.colours.includes(colour));
  return {
    ...line,
    product_id: null,
    choose_from,
    name: `${line.name} or ${style.name}`,
    colours,
    variation_colour: line.variation_colour && colours.includes(line.variation_colour) ? line.variation_colour : null,
  };
};

function Details({ accountId, roleId, title, back, stored }: Omit<KitEditorProps, 'roleName'> & { title: string; stored: Kit }) {
  const form = useForm({
    schema: kitInput,
    record: stored,
    valuesOf,
    input: ({ version, lines }) => ({
      version,
      lines: lines.map(({ product_id, quantity, decoration, variation_colour, choose_from }) => ({
        product_id,
        quantity,
        decoration: decoration || null,
        variation_colour: variation_colour || null,
        choose_from,
      })),
    }),
    send: saveKit(accountId, roleId),
    success: 'Kit has been saved',
    refresh: [['kits'], ['employee-roles'], ['starters']],
  });
  const { lines } = form.values;
  const change = (place: number, to: Partial<Line>): void => form.fill({ lines: lines.map((line, n) => (n === place ? { ...line, ...to } : line)) });
  const search = (text: string, signal: AbortSignal): Promise<readonly KitStyle[]> => findKitProducts(accountId, text, signal);
  const choose = (style: KitStyle | null, place?: number): void => {
    if (!style) return;
    form.fill({
      lines:
        place === undefined ? [...lines, newLine(style, nextKey(lines))] : lines.map((line, n) => (n === place ? withChoice(line, style) : line)),
    });
  };
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <FormPage form={form} stored={stored} title={title} back={back} sub={lines.length > 0 && countText(items, 'item')}>
      {lines.length === 0 && (
        <EmptyState title="No kit yet">
          <p>Add what everybody with this role gets when they start. It is asked for and ordered as the settings of the company say.</p>
        </EmptyState>
      )}
      <ul className="kit-lines" aria-label="Kit">
        {lines.map((line, n) => {
          const fault = form.control(`lines.${n}.product_id`).error ?? form.control(`lines.${n}.choose_from`).error;
          const isStyle = line.colours.length > 0;
          return (
            <li key={line.key} className="card kit-line">
              <div className="line">
                {line.hex && <GarmentTile media={[]} alt="" colour={line.hex} size={40} />}
                <p className="strong kit-name">{line.name}</p>
                <QtyStepper label={`Quantity of ${line.name}`} min={1} value={line.quantity} onChange={(quantity) => change(n, { quantity })} />
                <IconButton icon="x" label={`Remove ${line.name}`} onClick={() => form.fill({ lines: lines.filter((_, place) => place !== n) })} />
              </div>
              {!line.is_available && <Banner tone="warn">It is not in the clothing sets any more. Take it out, or ask for it to be added.</Banner>}
              {fault && <Banner tone="wrong">{fault}</Banner>}
              <div className="fields">
                {isStyle && (
                  <Select
                    label="Colour"
                    options={[{ value: '', label: 'The wearer chooses' }, ...line.colours.map((colour) => ({ value: colour, label: colour }))]}
                    error={form.control(`lines.${n}.variation_colour`).error}
                    value={line.variation_colour ?? ''}
                    onChange={({ target }) => change(n, { variation_colour: target.value || null })}
                  />
                )}
                <TextField
                  label="Decoration"
                  placeholder={line.decorations.length ? line.decorations.join(', ') : 'None'}
                  error={form.control(`lines.${n}.decoration`).error}
                  value={line.decoration ?? ''}
                  onChange={({ target }) => change(n, { decoration: target.value || null })}
                />
                {isStyle && (
                  <Combobox
                    label="Or another style"
                    hint="The wearer takes one of them"
                    value={null}
                    onChange={(style) => choose(style, n)}
                    search={search}
                    itemKey={({ id }) => id}
                    itemText={({ name }) => name}
                    from={0}
                    placeholder="Search products"
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <div className="kit-add">
        <Combobox
          label="Add a product"
          hint="From the clothing sets of the company"
          value={null}
          onChange={(style) => choose(style)}
          search={search}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          from={0}
          placeholder="Search products"
          none="No product of the clothing sets matches."
        />
      </div>
    </FormPage>
  );
}
