import { useState } from 'react';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { formatCount } from '../ui/count-text.ts';
import { Select } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { AttributeField, attributeNames } from './attribute-field.tsx';
import { type AttributeName, type AttributeValues, setField, type Variation } from './client.ts';
import { refreshProducts } from './refresh.ts';
import { fullName } from './variation-name.ts';

/** How many variations a page may have. */
const sizes = [10, 25, 50, 100];

interface VariationListProps {
  variations: readonly Variation[];
  list: ListState<'tab' | 'form' | 'figure' | 'variation' | 'size'>;
  attributes: AttributeValues;
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
  onSelect: (variation: Variation) => void;
  onCount: (variation: Variation) => void;
  onDiscontinue: (variation: Variation) => void;
  /** Asks before one is unpublished that open orders hold. */
  askStop: (variation: Variation) => Promise<boolean>;
}

/** The variations as a list, some at a time; each attribute, flag and stock is changed in its place. */
export function VariationList(props: VariationListProps) {
  const { variations, list, chosen, onChoose } = props;
  const isPhone = useIsPhone();
  const per_page = sizes.find((size) => size === Number(list.filters.size)) ?? 10;
  const last = Math.max(1, Math.ceil(variations.length / per_page));
  const page = Math.min(list.page, last);
  const pageRows = variations.slice((page - 1) * per_page, page * per_page);
  const isAll = pageRows.length > 0 && pageRows.every(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const row = (variation: Variation) => ({ ...props, variation, isChosen: chosen.has(variation.id), choose });
  return (
    <div className="stack">
      {isPhone ? (
        <ul className="stack product-cards">
          {pageRows.map((variation) => (
            <VariationCard key={variation.id} {...row(variation)} />
          ))}
        </ul>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the screen is scrolled by keyboard
        <section className="card product-list" aria-label="Variations" tabIndex={0}>
          <table className="table dense">
            <thead>
              <tr>
                <th scope="col" className="product-tick">
                  <span className="tick">
                    <input
                      type="checkbox"
                      aria-label="Choose all of this page"
                      checked={isAll}
                      onChange={() =>
                        choose(
                          pageRows.map(({ id }) => id),
                          !isAll,
                        )
                      }
                    />
                  </span>
                </th>
                <th scope="col" className="product-sku">
                  SKU
                </th>
                <th scope="col">Supplier SKU</th>
                {attributeNames.map(([field, label]) => (
                  <th key={field} scope="col">
                    {label}
                  </th>
                ))}
                <th scope="col" className="num product-figure">
                  Stock
                </th>
                <th scope="col" className="num product-figure">
                  Allocated
                </th>
                <th scope="col" className="num product-figure">
                  Free
                </th>
                <th scope="col" className="num product-figure">
                  On order
                </th>
                <th scope="col" className="product-flag">
                  Public
                </th>
                <th scope="col" className="product-flag">
                  Publish
                </th>
                <th scope="col" className="product-stop">
                  Discontinue
                </th>
              </tr>
            </thead>
            <tbody>
              {pageRows.map((variation) => (
                <VariationRow key={variation.id} {...row(variation)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="line product-pages">
        <Pager
          label="Pages of variations"
          noun={['variation', 'variations']}
          page={page}
          last={last}
          total={variations.length}
          onPage={(next) => list.set({ page: next })}
        />
        <Select
          label="A page"
          className="push product-size"
          value={String(per_page)}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => list.set({ size: event.target.value })}
        />
      </div>
    </div>
  );
}

type RowProps = VariationListProps & { variation: Variation; isChosen: boolean; choose: (ids: readonly number[], isChosen: boolean) => void };

interface FlagProps extends Pick<VariationListProps, 'askStop'> {
  variation: Variation;
  field: 'is_published' | 'is_public';
  label: string;
  /** Beside the box, where its column does not name it. */
  children?: string;
}

/** A flag of one variation, saved as it is ticked. */
function Flag({ variation, field, label, askStop, children }: FlagProps) {
  const save = useFieldWrite({ send: setField<'is_published' | 'is_public'>, success: 'Product Updated', refresh: refreshProducts });
  const set = async (value: boolean): Promise<void> => {
    if (field === 'is_published' && !value && !(await askStop(variation))) return;
    void save.write({ id: variation.id, field, value });
  };
  const { unsent } = save;
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          aria-label={`${label} ${fullName(variation)}`}
          checked={(unsent?.input.value as boolean | undefined) ?? variation[field]}
          disabled={save.busy}
          onChange={(event) => void set(event.target.checked)}
        />
        {children && <span>{children}</span>}
      </label>
      {unsent && <NotSent what={`${label} ${fullName(variation)}`} again={unsent.again} giveUp={unsent.giveUp} />}
    </>
  );
}

const tone = ({ qty_free }: Variation): string => (qty_free <= 0 ? 'num t-wrong' : 'num');

function VariationRow(props: RowProps) {
  const { variation, isChosen, choose, onSelect, onCount, onDiscontinue, attributes } = props;
  const [editing, setEditing] = useState<AttributeName | null>(null);
  const { id, sku, supplier_sku, qty_available, qty_allocated, qty_free, discontinued_at } = variation;
  const name = fullName(variation);
  return (
    <tr className={isChosen ? 'chosen' : undefined}>
      <td>
        <span className="tick">
          <input type="checkbox" aria-label={`Choose ${name}`} checked={isChosen} onChange={() => choose([id], !isChosen)} />
        </span>
      </td>
      <td title={sku}>
        <button type="button" className="link code cut product-open" onClick={() => onSelect(variation)}>
          {sku}
        </button>
      </td>
      <td className="code" title={supplier_sku ?? undefined}>
        {supplier_sku}
      </td>
      {attributeNames.map(([field, label]) => {
        const value = variation.attributes[field];
        return (
          <td key={field} className="edits" title={value ?? undefined}>
            {editing === field ? (
              <fieldset
                className="product-cell-field"
                ref={(cell) => cell?.querySelector('input')?.focus()}
                onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setEditing(null)}
              >
                <AttributeField
                  variation={variation}
                  field={field}
                  label={`${label} of ${name}`}
                  attributes={attributes}
                  onDone={() => setEditing(null)}
                />
              </fieldset>
            ) : (
              <button
                type="button"
                className="product-cell cut"
                aria-label={`${label} of ${name}: ${value ?? 'none'}`}
                onClick={() => setEditing(field)}
              >
                {value ?? <span className="note">–</span>}
              </button>
            )}
          </td>
        );
      })}
      <td className="num edits">
        <button
          type="button"
          className="product-cell num"
          aria-label={`Stock of ${name}: ${qty_available}. Count`}
          onClick={() => onCount(variation)}
        >
          {formatCount(qty_available)}
        </button>
      </td>
      <td className="num">{formatCount(qty_allocated)}</td>
      <td className={tone(variation)}>{formatCount(qty_free)}</td>
      <td className="num">{formatCount(qtyOnOrder(variation))}</td>
      <td>
        <Flag variation={variation} field="is_public" label="Public:" askStop={props.askStop} />
      </td>
      <td>
        <Flag variation={variation} field="is_published" label="Publish" askStop={props.askStop} />
      </td>
      <td>
        <label className="tick">
          <input type="checkbox" aria-label={`Discontinue ${name}`} checked={discontinued_at !== null} onChange={() => onDiscontinue(variation)} />
          {discontinued_at && <span className="small t-warn">{formatDate(discontinued_at, 'list')}</span>}
        </label>
      </td>
    </tr>
  );
}

/** A variation on a phone: what there is of it; it is edited in front of the list. */
function VariationCard(props: RowProps) {
  const { variation, isChosen, choose, onSelect, onCount } = props;
  const { id, sku, qty_available, qty_allocated, qty_free, discontinued_at } = variation;
  return (
    <li className="card in-card flow">
      <div className="line">
        <label className="tick">
          <input type="checkbox" aria-label={`Choose ${fullName(variation)}`} checked={isChosen} onChange={() => choose([id], !isChosen)} />
        </label>
        <button type="button" className="link strong cut grow product-open" onClick={() => onSelect(variation)}>
          {fullName(variation)}
        </button>
        <span className={tone(variation)}>{formatCount(qty_free)} free</span>
      </div>
      <p className="line sub text-md">
        <span className="code cut grow">{sku}</span>
        <button type="button" className="link" onClick={() => onCount(variation)}>
          {formatCount(qty_available)} − {formatCount(qty_allocated)}
          <span className="sr">, count</span>
        </button>
        <span>{formatCount(qtyOnOrder(variation))} on order</span>
      </p>
      <p className="line wide">
        <Flag variation={variation} field="is_published" label="Publish" askStop={props.askStop}>
          Published
        </Flag>
        <Flag variation={variation} field="is_public" label="Public:" askStop={props.askStop}>
          Public
        </Flag>
        {discontinued_at && <span className="push small t-warn">Ends {formatDate(discontinued_at)}</span>}
      </p>
    </li>
  );
}
