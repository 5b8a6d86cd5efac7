import './tick-list.css';
import { Tick } from './tick.tsx';

interface TickListProps {
  legend: string;
  /** In place of the list where there is nothing to choose from. */
  none: string;
  offered: readonly { id: number; name: string; note?: string | undefined }[];
  name: string;
  value: readonly number[];
  onChange: (next: number[]) => void;
  error?: string | undefined;
}

/** Any number of a list, by their ids in ascending order. */
export function TickList({ legend, none, offered, name, value, onChange, error }: TickListProps) {
  const toggle = (id: number): void => {
    const others = value.filter((one) => one !== id);
    onChange(others.length === value.length ? [...value, id].sort((one, other) => one - other) : others);
  };
  return (
    <fieldset className="tick-list" aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {offered.length === 0 && <p className="note">{none}</p>}
      <div className="flow">
        {offered.map(({ id, name: label, note }) => (
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
