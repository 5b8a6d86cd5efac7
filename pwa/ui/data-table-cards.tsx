import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Column } from './data-table-columns.ts';
import { groupHeading } from './group-heading.ts';
import { scrollParent } from './list-memory.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { MoreCells } from './more-cells.tsx';
import { type Selection, toggleRow } from './selection.ts';
import { Tick } from './tick.tsx';

interface CardsProps<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  rowTone?: (row: Row) => 'stuck' | undefined;
  under?: (row: Row) => ReactNode;
  group?: (row: Row) => string;
  card: (row: Row) => ReactNode;
  /** Columns that the card itself does not show: they are appended in a last line. */
  more?: readonly Column<Row>[];
  /** The address that a press anywhere on the card opens. */
  rowHref?: (row: Row) => string | null;
  selection?: Selection;
  actions?: (row: Row) => readonly MenuItem[];
}

/** The rows as cards, one under the other. If there are more than 100 rows, only the rows in view are rendered. */
export function DataTableCards<Row>({ rows, rowId, rowName, rowTone, under, group, card, more = [], rowHref, selection, actions }: CardsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const isLong = rows.length > 100;
  const virtual = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => scrollParent(list.current),
    estimateSize: () => 140,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const places = isLong ? items.map((item) => item.index) : rows.map((_, place) => place);
  const above = isLong ? (items[0]?.start ?? 0) : 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <ul ref={list} style={isLong ? { paddingTop: above, paddingBottom: below } : undefined}>
      {places.map((place) => {
        const row = rows[place];
        if (row === undefined) return null;
        const id = rowId(row);
        const items = actions?.(row) ?? [];
        const href = rowHref?.(row);
        // In a long list no headings are shown, because the positions of the cards are computed as if there were no headings.
        const heading = isLong ? null : groupHeading(rows, place, group);
        return (
          <Fragment key={id}>
            {heading !== null && <li className="list-group">{heading}</li>}
            <li
              data-index={place}
              ref={isLong ? virtual.measureElement : undefined}
              className={classNames('card', 'list-card', href && 'covered', rowTone?.(row))}
            >
              {/* This link is for touch; screen readers and the keyboard use the card's own link. */}
              {href && <Link className="card-cover" to={href} aria-hidden="true" tabIndex={-1} />}
              <div className="line top">
                {selection && (
                  <Tick checked={selection.ids.has(id)} disabled={selection.disabled?.(id)} onChange={() => toggleRow(selection, id)}>
                    <span className="sr">Choose {rowName(row)}</span>
                  </Tick>
                )}
                <div className="grow list-card-body">
                  {card(row)}
                  {more.length > 0 && <MoreCells row={row} columns={more} />}
                </div>
                {items.length > 0 && (
                  <Menu items={items}>
                    <IconButton icon="more" label={`Actions for ${rowName(row)}`} className="card-menu" />
                  </Menu>
                )}
              </div>
              {under?.(row)}
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}
