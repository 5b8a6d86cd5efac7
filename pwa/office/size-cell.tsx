import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lineName, lineWords } from '../api/line-name.ts';
import { Badge } from '../ui/badge.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { type Line, type Order, readOffer } from './client.ts';
import { sizeOptions, styleOf, unsizedColour } from './line-choice.ts';
import type { Change } from './use-change.ts';

/** Whether the size of a line can be changed: nothing of the line is allocated or shipped. */
export const canChangeSize = (order: Order, line: Line): boolean => order.can.order_more && line.qty_allocated === 0 && line.qty_shipped === 0;

/** The size of a line as a cell: it opens the sizes of the style, each with its free stock. */
export function SizeCell({ order, line, change }: { order: Order; line: Line; change: Change }) {
  const [isOpen, setIsOpen] = useState(false);
  const offer = useQuery({
    queryKey: ['offer', line.employee.id, order.uuid],
    queryFn: () => readOffer(line.employee.id, order.uuid),
    enabled: isOpen,
  });
  const style = styleOf(line, offer.data);
  const choose = (value: string): void => {
    const colour = unsizedColour(value);
    if (colour === undefined) void change.changeLine({ product_id: Number(value) }, line);
    else if (style) void change.changeLine({ product_id: style.id, variation_colour: colour }, line);
  };
  const items: MenuItem[] = style
    ? sizeOptions(style).map(({ value, label }) => ({ label, onSelect: () => choose(value) }))
    : [{ heading: offer.data ? 'No longer in the clothing sets' : offer.isError ? 'The sizes could not be read' : 'Loading' }];
  const { size } = lineWords(line);
  return (
    <Menu items={items} align="start" open={isOpen} onOpenChange={setIsOpen}>
      <button
        type="button"
        className="size-cell"
        data-cell={`${line.id}:size`}
        aria-label={`Size of ${lineName(line)}, ${line.employee.name}: ${line.is_size_selected ? (size ?? 'one size') : 'missing'}`}
      >
        {line.is_size_selected ? <strong>{size}</strong> : <Badge tone="warn">Missing size</Badge>}
      </button>
    </Menu>
  );
}
