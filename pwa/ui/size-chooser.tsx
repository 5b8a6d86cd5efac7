import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Swatch } from './swatch.tsx';
import './size-chooser.css';

interface SizeOption {
  id: number;
  /** The size's label: "34R". */
  name: string;
  /** A short text under the size, for example a different price. */
  note?: string | null;
  /** What the size measures: `102`. */
  measure?: string | undefined;
  /** When the size can leave: `In stock`. */
  stock?: string | null;
}

export interface SizeChooserProps {
  colours: readonly { name: string; hex: string | null }[];
  colour: string | null;
  onColour: (name: string) => void;
  /** The sizes of `colour`, in their usual order; empty if there is nothing to choose. */
  sizes: readonly SizeOption[];
  chosen: number | null;
  onSize: (id: number) => void;
  /** What the measures under the sizes are: `Chest in cm`. */
  measured?: string | null;
  /** The size that the wearer last kept: that size is marked, with this text. */
  onFile?: { id: number | undefined; words: string } | null;
  /** The name of the field, by which a message about it is found. */
  name?: string;
  /** The heading of the sizes; `Size` by default. */
  legend?: string;
  error?: string | undefined;
  /** Further choices under the sizes. */
  children?: ReactNode;
}

/** Sizes with more characters than this do not fit four to a row on a phone. */
const WIDE = 6;

/** Lets a person choose a product by its colour and then its size. The size that the wearer last kept is marked. */
export function SizeChooser({
  colours,
  colour,
  onColour,
  sizes,
  chosen,
  onSize,
  measured,
  onFile,
  name: field,
  legend = 'Size',
  error,
  children,
}: SizeChooserProps) {
  return (
    <>
      {colours.length > 0 && (
        <fieldset className="choose-part">
          <legend>Colour</legend>
          <div className="chips">
            {colours.map(({ name, hex }) => (
              <Chip key={name} selected={name === colour} onClick={() => onColour(name)}>
                <Swatch colour={hex} />
                <span className="cut">{name}</span>
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      {sizes.length > 0 && (
        <fieldset className="choose-part" name={field} tabIndex={-1}>
          <legend>{legend}</legend>
          {measured && <p className="note size-measured">{measured}</p>}
          {onFile && (
            <p className="size-on-file">
              <Icon name="user" />
              {onFile.words}
            </p>
          )}
          <div className={classNames('size-grid', sizes.some(({ name }) => name.length > WIDE) && 'wide')}>
            {sizes.map(({ id, name, measure, note, stock }) => (
              <Chip key={id} className="size-chip" selected={id === chosen} onClick={() => onSize(id)}>
                <strong>{name}</strong>
                {measure && <span>{measure}</span>}
                {(id === onFile?.id || note) && <span>{id === onFile?.id ? 'On file' : note}</span>}
                {stock && <span className="size-stock">{stock}</span>}
              </Chip>
            ))}
          </div>
          {children}
          {error && <p className="err">{error}</p>}
        </fieldset>
      )}
    </>
  );
}
