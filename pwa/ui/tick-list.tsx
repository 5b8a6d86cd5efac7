import { useState } from 'react';
import { holdsText } from '../../shared/folded.ts';
import { classNames } from './class-names.ts';
import './tick-list.css';
import { Tick } from './tick.tsx';

interface TickListProps {
  legend: string;
  /** The text in place of the list if there is nothing to choose from. */
  none: string;
  offered: readonly { id: number; name: string; note?: string | undefined }[];
  name: string;
  value: readonly number[];
  onChange: (next: number[]) => void;
  error?: string | undefined;
  className?: string;
}

/** Up to this number of entries there is no search. */
const FEW = 12;

/** A choice of any number of entries of a list, by their ids in ascending order. */
export function TickList({ legend, none, offered, name, value, onChange, error, className }: TickListProps) {
  const toggle = (id: number): void => {
    const others = value.filter((one) => one !== id);
    onChange(others.length === value.length ? [...value, id].sort((one, other) => one - other) : others);
  };
  const [text, setText] = useState('');
  const isLong = offered.length > FEW;
  const matching = isLong ? offered.filter(({ name: label }) => holdsText(label, text)) : offered;
  const chosen = offered.filter(({ id }) => value.includes(id)).length;
  return (
    <fieldset className={classNames('tick-list', className)} aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {offered.length === 0 && <p className="note">{none}</p>}
      {isLong && (
        <div className="tick-list-find">
          <input
            type="search"
            className="in"
            aria-label={`Find in ${legend}`}
            placeholder={`Find one of ${offered.length}`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            // Enter in the search does not send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <span className="note">{chosen} chosen</span>
        </div>
      )}
      <div className={classNames('flow', isLong && 'tick-list-long')}>
        {isLong && matching.length === 0 && <p className="note">Nothing matches.</p>}
        {matching.map(({ id, name: label, note }) => (
          <Tick key={id} name={name} checked={value.includes(id)} onChange={() => toggle(id)}>
            {label}
            {note && <span className="note"> · {note}</span>}
          </Tick>
        ))}
      </div>
      {error && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
