import type { ReactNode } from 'react';
import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { limits } from '../../shared/limits.ts';
import { lineName, lineWords } from '../api/line-name.ts';
import { Badge } from '../ui/badge.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Line } from './client.ts';

/** A decoration as lists show it: its first 20 characters. The tooltip has the whole text. */
export const shortDecoration = (text: string): string =>
  text.length > limits.decoration_in_lists ? `${text.slice(0, limits.decoration_in_lists).trimEnd()}…` : text;

interface ProductCellProps {
  line: Line;
  onNotes: () => void;
  /** The cell that changes the size, in place of the size. */
  size?: ReactNode;
  /** The cell that changes the decoration, in place of the decoration. */
  decoration?: ReactNode;
}

/** The garment of a line: its picture, size, name, colour and SKU, with the notes and warnings about the line. */
export function ProductCell({ line, onNotes, size: sizeCell, decoration: decorationCell }: ProductCellProps) {
  const { size, name, colour, sku } = lineWords(line);
  const { attributes, media, discontinued_at } = line.product;
  const ending = discontinuedWords(discontinued_at);
  const isGone = ending !== null && isDiscontinued(discontinued_at, new Date().toISOString());
  return (
    <div className="line office-product">
      <GarmentTile size={36} media={media} alt="" colour={attributes.colour_hex} />
      <div className="grow office-product-text">
        <div>
          {sizeCell ? <>{sizeCell} </> : size && <strong>{size} </strong>}
          <span className="office-product-name">{name}</span>
          {colour && `, ${colour}`}
        </div>
        <div className="note small">
          <span className="code">{sku}</span>
          {ending && !isGone && <span title={ending}> · {ending}</span>}
          {line.picked_product && <span title={`Ordered as ${line.product.sku}`}> in place of {line.product.sku}</span>}
          {decorationCell ?? (line.decoration && <span title={line.decoration}> · {shortDecoration(line.decoration)}</span>)}
        </div>
      </div>
      {line.notes && (
        <button type="button" className="note-mark" onClick={onNotes} title={line.notes}>
          <Icon name="file" />
          <span className="sr">Notes of {lineName(line)}</span>
        </button>
      )}
      {!line.is_size_selected && !sizeCell && <Badge tone="warn">Missing size</Badge>}
      {isGone && <Badge tone="line-only">{ending}</Badge>}
    </div>
  );
}
