import type { ReactNode } from 'react';
import type { Sized } from '../../shared/catalogue/size-of.ts';
import { sizeRows } from '../../shared/catalogue/size-rows.ts';
import { Chip } from './chip.tsx';
import { classNames } from './class-names.ts';
import { HowToMeasure } from './how-to-measure.tsx';
import { Icon } from './icon.tsx';
import { SizeFacts } from './size-facts.tsx';
import type { SizeOption } from './size-option.ts';
import { SizeRowChoice } from './size-row-choice.tsx';
import { Swatch } from './swatch.tsx';
import './size-chooser.css';

export interface SizeChooserProps {
  colours: readonly { name: string; hex: string | null }[];
  colour: string | null;
  onColour: (name: string) => void;
  /** The sizes of `colour`, in their usual order; empty if there is nothing to choose. */
  sizes: readonly SizeOption[];
  chosen: number | null;
  /** Called with null if a choice in the first of two rows leaves no size chosen. */
  onSize: (id: number | null) => void;
  /** What the measures under the sizes are: `Chest in cm`. */
  measured?: string | null;
  /** What is measured, as the style names it; how to measure it is shown on request. */
  measures?: readonly string[];
  /** The size that the wearer last kept: that size is marked, with this text. */
  onFile?: { id: number | undefined; words: string } | null;
  /** What others exchanged, as a sentence. */
  swaps?: string | null;
  /** The size that the wearer has: in two rows its leg is chosen together with the waist. */
  worn?: Sized | null;
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
  measures = [],
  onFile,
  swaps = null,
  worn = null,
  name: field,
  legend = 'Size',
  error,
  children,
}: SizeChooserProps) {
  const rows = sizeRows(
    sizes.flatMap(({ id, attributes }) => (attributes ? [{ id, attributes }] : [])),
    measures,
  );
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
          {swaps && (
            <p className="size-on-file">
              <Icon name="swap" />
              {swaps}
            </p>
          )}
          {rows && rows.sizes.length === sizes.length ? (
            <SizeRowChoice rows={rows} sizes={sizes} chosen={chosen} onSize={onSize} onFile={onFile?.id} worn={worn} />
          ) : (
            <div className={classNames('size-grid', sizes.some(({ name }) => name.length > WIDE) && 'wide')}>
              {sizes.map((size) => (
                <Chip key={size.id} className="size-chip" selected={size.id === chosen} onClick={() => onSize(size.id)}>
                  <strong>{size.name}</strong>
                  <SizeFacts size={size} isOnFile={size.id === onFile?.id} />
                </Chip>
              ))}
            </div>
          )}
          {children}
          {error && <p className="err">{error}</p>}
        </fieldset>
      )}
      {sizes.length > 0 && <HowToMeasure names={measures} />}
    </>
  );
}
