import { useId, useState } from 'react';
import { type MeasuredPlace, measuringWords, placesOf } from '../../shared/catalogue/measured-places.ts';
import './size-chooser.css';

/** Where the tape lies on the figure: for the picture, whose lines are numbered as the list beside it. */
const tapes: Record<MeasuredPlace, { path: string; x: number; y: number }> = {
  head: { path: 'M46 19c6 4 22 4 28 0', x: 107, y: 23 },
  chest: { path: 'M38 66c10 6 34 6 44 0', x: 107, y: 70 },
  waist: { path: 'M41 98c8 5 30 5 38 0', x: 107, y: 102 },
  leg: { path: 'M61 128V199', x: 72, y: 168 },
  foot: { path: 'M63 214h24', x: 107, y: 218 },
};

/** A drawn figure with a tape at each place that is measured, and how to measure there. It opens on request. */
export function HowToMeasure({ names }: { names: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const places = placesOf(names);
  if (places.length === 0) return null;
  return (
    <div className="measuring">
      <button type="button" className="link" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        How to measure
      </button>
      <div id={id} hidden={!isOpen} className="measuring-card">
        <svg viewBox="0 0 120 226" aria-hidden="true">
          <path
            className="measuring-figure"
            d="M60 6c-9 0-14 7-14 15 0 9 6 17 14 17s14-8 14-17c0-8-5-15-14-15ZM52 38v7l-15 5c-6 2-9 6-10 12l-7 52 8 2 9-42 3 26-2 30 6 82H36c-5 2-6 6-6 8h26l4-90 4 90h26c0-2-1-6-6-8h-8l6-82-2-30 3-26 9 42 8-2-7-52c-1-6-4-10-10-12l-15-5v-7"
          />
          {places.map((place, at) => (
            <g key={place}>
              <path className="measuring-tape" d={tapes[place].path} />
              <text x={tapes[place].x} y={tapes[place].y}>
                {at + 1}
              </text>
            </g>
          ))}
        </svg>
        <ol>
          {places.map((place) => (
            <li key={place}>
              <strong>{measuringWords[place].name}</strong> {measuringWords[place].how}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
