import { useState } from 'react';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/count-text.ts';
import { type Column, cellClass, cellOf, splitColumns, titleOf } from '../ui/data-table-columns.ts';
import { Select } from '../ui/field.tsx';
import { MoreCells } from '../ui/more-cells.tsx';
import { Pager } from '../ui/pager.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { AttributeField, attributeNames } from './attribute-field.tsx';
import { type AttributeName, type AttributeValues, setField, type Variation } from './client.ts';
import { refreshProducts } from './refresh.ts';
import { fullName } from './variation-name.ts';

/** The page sizes among which a person can choose. */
const sizes = [10, 25, 50, 100];

/** The variations on the current page of the list, with the page's number, its size and the last page's number. */
export function pageOfVariations(variations: readonly Variation[], list: ListState<'size'>) {
  const per_page = sizes.find((size) => size === Number(list.filters.size)) ?? 10;
  const last = Math.max(1, Math.ceil(variations.length / per_page));
  const page = Math.min(list.page, last);
  return { per_page, last, page, rows: variations.slice((page - 1) * per_page, page * per_page) };
}

interface VariationListProps {
  variations: readonly Variation[];
  list: ListState<'tab' | 'form' | 'figure' | 'variation' | 'size'>;
  attributes: AttributeValues;
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
  onSelect: (variation: Variation) => void;
  onCount: (variation: Variation) => void;
  onDiscontinue: (variation: Variation) => void;
  /** Asks before a person unpublishes a variation that open orders contain. */
  askStop: (variation: Variation) => Promise<boolean>;
}

/** Lists the variations of a style, some at a time. A person can change the attributes, the flags and the stock of a variation in its row. */
export function VariationList(props: VariationListProps) {
  const { variations, list, chosen, onChoose } = props;
  const isPhone = useIsPhone();
  const fitsAll = useMedia('(width >= 1430px)');
  const fitsMost = useMedia('(width >= 1130px)');
  const { columns, more } = splitColumns(allColumns, ({ wide }) => fitsAll || !wide || (fitsMost && wide !== 'first'));
  const { per_page, last, page, rows: pageRows } = pageOfVariations(variations, list);
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
        <section className="card product-list" aria-label="Variations">
          <table className="table dense">
            <thead>
              <tr>
                {columns.map(({ key, heading, width, align }) => (
                  <th key={key} scope="col" className={align} style={width ? { width } : undefined}>
                    {key === '_chosen' ? (
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
                    ) : (
                      heading
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pageRows.map((variation) => (
                <VariationRow key={variation.id} {...row(variation)} columns={columns} more={more} />
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
  /** The label beside the box, if no column heading names the flag. */
  children?: string;
}

/** A flag of one variation. It is saved as soon as somebody ticks or clears it. */
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

/** A row, and the attribute that is being edited in the row; null if none is being edited. */
interface EditedRow extends RowProps {
  editing: AttributeName | null;
  setEditing: (field: AttributeName | null) => void;
}

const attribute = ([field, heading]: (typeof attributeNames)[number], look: Pick<Column<EditedRow>, 'width' | 'wide'>): Column<EditedRow> => ({
  key: field,
  heading,
  ...look,
  title: ({ variation }) => variation.attributes[field] ?? '',
  cell: ({ variation, attributes, editing, setEditing }) => {
    const value = variation.attributes[field];
    const label = `${heading} of ${fullName(variation)}`;
    if (editing !== field)
      return (
        <button type="button" className="product-cell cut" aria-label={`${label}: ${value ?? 'none'}`} onClick={() => setEditing(field)}>
          {value ?? <span className="note">–</span>}
        </button>
      );
    return (
      <fieldset
        className="product-cell-field"
        ref={(cell) => cell?.querySelector('input')?.focus()}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setEditing(null)}
      >
        <AttributeField variation={variation} field={field} label={label} attributes={attributes} onDone={() => setEditing(null)} />
      </fieldset>
    );
  },
});

const [colour, firstSize, secondSize, material, decoration] = attributeNames;

const allColumns: readonly Column<EditedRow>[] = [
  {
    key: '_chosen',
    heading: 'Choose',
    hiddenHeading: true,
    width: 44,
    cell: ({ variation, isChosen, choose }) => (
      <span className="tick">
        <input type="checkbox" aria-label={`Choose ${fullName(variation)}`} checked={isChosen} onChange={() => choose([variation.id], !isChosen)} />
      </span>
    ),
  },
  {
    key: 'sku',
    heading: 'SKU',
    title: ({ variation }) => variation.sku,
    cell: ({ variation, onSelect }) => (
      <button type="button" className="link code cut product-open" onClick={() => onSelect(variation)}>
        {variation.sku}
      </button>
    ),
  },
  {
    key: 'supplier_sku',
    heading: 'Supplier SKU',
    width: 104,
    wide: 'first',
    title: ({ variation }) => variation.supplier_sku ?? '',
    cell: ({ variation }) => <span className="code">{variation.supplier_sku}</span>,
  },
  attribute(colour, { width: 96 }),
  attribute(firstSize, { width: 64 }),
  attribute(secondSize, { width: 64 }),
  attribute(material, { width: 116, wide: 'first' }),
  attribute(decoration, { width: 88, wide: 'first' }),
  {
    key: 'stock',
    heading: 'Stock',
    width: 64,
    align: 'num',
    cell: ({ variation, onCount }) => (
      <button
        type="button"
        className="product-cell num"
        aria-label={`Stock of ${fullName(variation)}: ${variation.qty_available}. Count`}
        onClick={() => onCount(variation)}
      >
        {formatCount(variation.qty_available)}
      </button>
    ),
  },
  { key: 'allocated', heading: 'Allocated', width: 76, align: 'num', wide: true, cell: ({ variation }) => formatCount(variation.qty_allocated) },
  {
    key: 'free',
    heading: 'Free',
    width: 52,
    align: 'num',
    cell: ({ variation }) => <span className={tone(variation)}>{formatCount(variation.qty_free)}</span>,
  },
  { key: 'on_order', heading: 'On order', width: 72, align: 'num', wide: true, cell: ({ variation }) => formatCount(qtyOnOrder(variation)) },
  {
    key: 'is_public',
    heading: 'Public',
    width: 60,
    wide: true,
    cell: ({ variation, askStop }) => <Flag variation={variation} field="is_public" label="Public:" askStop={askStop} />,
  },
  {
    key: 'is_published',
    heading: 'Publish',
    width: 66,
    cell: ({ variation, askStop }) => <Flag variation={variation} field="is_published" label="Publish" askStop={askStop} />,
  },
  {
    key: 'discontinue',
    heading: 'Discontinue',
    width: 98,
    wide: true,
    cell: ({ variation, onDiscontinue }) => (
      <label className="tick">
        <input
          type="checkbox"
          aria-label={`Discontinue ${fullName(variation)}`}
          checked={variation.discontinued_at !== null}
          onChange={() => onDiscontinue(variation)}
        />
        {variation.discontinued_at && <span className="small t-warn">{formatDate(variation.discontinued_at, 'list')}</span>}
      </label>
    ),
  },
];

/** The row of a variation. Columns for which the screen has no room are in a second line of the row. */
function VariationRow({ columns, more, ...props }: RowProps & Record<'columns' | 'more', readonly Column<EditedRow>[]>) {
  const [editing, setEditing] = useState<AttributeName | null>(null);
  const row = { ...props, editing, setEditing };
  const hasMore = more.length > 0;
  return (
    <>
      <tr className={classNames(props.isChosen && 'chosen', hasMore && 'with-more')}>
        {columns.map((column) => (
          <td key={column.key} className={cellClass(column)} title={titleOf(column, row) || undefined}>
            {cellOf(column, row)}
          </td>
        ))}
      </tr>
      {hasMore && (
        <tr className={classNames('more', props.isChosen && 'chosen')}>
          <td />
          <td colSpan={columns.length - 1}>
            <MoreCells row={row} columns={more} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A variation as a card on a phone; it is edited in a dialog. */
function VariationCard(props: RowProps) {
  const { variation, isChosen, choose, onSelect, onCount } = props;
  const { id, sku, qty_available, qty_free, discontinued_at } = variation;
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
          {formatCount(qty_available)} − {formatCount(qty_available - qty_free)}
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
