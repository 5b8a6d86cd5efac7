import { type MouseEvent, useEffect, useRef } from 'react';
import { matchParts } from '../../shared/search/match-parts.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { classNames } from '../ui/class-names.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Hit, HitGroup } from './hit.ts';
import { keyNamesOf } from './key-names.ts';

/** A text in which what was typed is marked. */
const Marked = ({ text, typed }: { text: string; typed: string }) =>
  matchParts(text, typed).map(({ text: part, is_match }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    is_match ? <mark key={place}>{part}</mark> : part,
  );

function HitRow({ hit, typed }: { hit: Hit; typed: string }) {
  const { icon, code, name, note, end, shortcut, waits } = hit;
  return (
    <>
      {typeof icon === 'string' ? <Icon name={icon} /> : <GarmentTile media={icon.media} alt="" colour={icon.colour} />}
      <span className="cut">
        {code && (
          <strong className="code">
            <Marked text={code} typed={typed} />
          </strong>
        )}
        {name && (
          <span className="name">
            <Marked text={name} typed={typed} />
          </span>
        )}
        {(waits || note) && <span className="note">{waits ?? <Marked text={note ?? ''} typed={typed} />}</span>}
      </span>
      <span className="line nowrap">
        {end?.note && <span className={end.tone ? `t-${end.tone}` : 'note'}>{end.note}</span>}
        {end?.bin && <BinPlate bin={end.bin} />}
        {shortcut && keyNamesOf(shortcut).map((key) => <kbd key={key}>{key}</kbd>)}
      </span>
    </>
  );
}

interface PaletteListProps {
  id: string;
  groups: readonly HitGroup[];
  typed: string;
  /** The key of the chosen row. */
  chosen: string | undefined;
  /** True while the rows are about an earlier text. */
  isEarlier: boolean;
  onChoose: (key: string) => void;
  onOpen: (hit: Hit, inNewTab: boolean) => void;
}

/** The id of a row’s element. */
export const optionId = (list: string, key: string): string => `${list}-${key.replace(/\W+/g, '-')}`;

/** The rows of the palette by kind. The field keeps the focus; the chosen row is announced through it. */
export function PaletteList({ id, groups, typed, chosen, isEarlier, onChoose, onOpen }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const open = (event: MouseEvent, hit: Hit): void => onOpen(hit, event.ctrlKey || event.metaKey);
  return (
    <div ref={list} className="palette-list" role="listbox" id={id} aria-label="Matches">
      {groups.map(({ heading, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a group of options
        <div key={heading} className={classNames('hits', isEarlier && 'earlier')} role="group" aria-label={heading}>
          <p className="kind" aria-hidden="true">
            {heading}
          </p>
          {hits.map((hit) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and handles the keys
            <div
              key={hit.key}
              id={optionId(id, hit.key)}
              role="option"
              aria-selected={hit.key === chosen}
              aria-disabled={hit.waits ? true : undefined}
              onMouseMove={() => hit.key !== chosen && onChoose(hit.key)}
              onClick={(event) => open(event, hit)}
            >
              <HitRow hit={hit} typed={typed} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
