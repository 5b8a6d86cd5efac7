import { useState } from 'react';
import type { Sized } from '../../shared/catalogue/size-of.ts';
import { type SizeRows, secondPartOf, sizeAt } from '../../shared/catalogue/size-rows.ts';
import { Chip } from './chip.tsx';
import { SizeFacts } from './size-facts.tsx';
import type { SizeOption } from './size-option.ts';
import './size-chooser.css';

interface SizeRowChoiceProps {
  rows: SizeRows;
  sizes: readonly SizeOption[];
  chosen: number | null;
  onSize: (id: number | null) => void;
  /** The id of the size that the wearer last kept. */
  onFile: number | undefined;
  /** The size that the wearer has: its second part is chosen together with a first part, if that size exists. */
  worn: Sized | null;
}

/**
 * Sizes of two parts in two rows. A press in the first row keeps the second part where that size exists; otherwise no size is chosen until the second
 * row is pressed. Sizes that do not exist cannot be chosen.
 */
export function SizeRowChoice({ rows, sizes, chosen, onSize, onFile, worn }: SizeRowChoiceProps) {
  const partsOf = (id: number | null | undefined) => rows.sizes.find((size) => size.id === id);
  const [pressed, setPressed] = useState<string | null>(null);
  const current = partsOf(chosen);
  const partsOnFile = partsOf(onFile);
  // The first part outlives the choice: a size may be removed by a second press.
  const first = current?.first ?? (pressed !== null && rows.firsts.includes(pressed) ? pressed : null);
  const chooseFirst = (value: string): void => {
    setPressed(value);
    if (value === current?.first) return;
    const second =
      current?.second ??
      partsOnFile?.second ??
      secondPartOf(worn) ??
      (rows.seconds.filter((one) => sizeAt(rows, value, one)).length === 1 ? rows.seconds[0] : null);
    onSize((second && sizeAt(rows, value, second)?.id) || null);
  };
  return (
    <>
      <fieldset className="size-row">
        <legend>{rows.firstName}</legend>
        <div className="size-grid narrow">
          {rows.firsts.map((value) => (
            <Chip key={value} className="size-chip" selected={value === first} onClick={() => chooseFirst(value)}>
              <strong>{value}</strong>
              {value === partsOnFile?.first && <span>On file</span>}
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset className="size-row">
        <legend>
          {rows.secondName}
          {first === null && <span className="note"> choose the {rows.firstName.toLowerCase()} first</span>}
        </legend>
        <div className="size-grid">
          {rows.seconds.map((value) => {
            const size = sizeAt(rows, first, value);
            const option = size && sizes.find(({ id }) => id === size.id);
            return (
              <Chip
                key={value}
                className="size-chip"
                selected={size !== undefined && size.id === chosen}
                disabled={!size}
                onClick={() => {
                  if (!size) return;
                  setPressed(size.first);
                  onSize(size.id);
                }}
              >
                <strong>{value}</strong>
                {option ? <SizeFacts size={option} isOnFile={option.id === onFile} /> : first !== null && <span>Not made</span>}
              </Chip>
            );
          })}
        </div>
      </fieldset>
    </>
  );
}
