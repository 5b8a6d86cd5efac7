import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';

interface SizeChoiceProps {
  legend: string;
  /** The sizes of the product on which the new style is based. */
  offered: readonly string[];
  name: string;
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** Chooses the sizes of a new style. The `offered` sizes are buttons; other sizes are typed. */
export function SizeChoice({ legend, offered, name, value, onChange, error }: SizeChoiceProps) {
  const [text, setText] = useState('');
  const all = [...offered, ...value.filter((size) => !offered.includes(size))];
  const toggle = (size: string): void =>
    onChange(value.includes(size) ? value.filter((one) => one !== size) : all.filter((one) => one === size || value.includes(one)));
  const add = (): void => {
    const size = text.trim();
    if (size && !value.includes(size)) onChange([...value, size]);
    setText('');
  };
  return (
    <fieldset className="flow" aria-describedby={error && `${name}-error`}>
      <legend className="label">{legend}</legend>
      <div className="chips">
        {all.map((size) => (
          <Chip key={size} selected={value.includes(size)} onClick={() => toggle(size)}>
            {size}
          </Chip>
        ))}
        <span className="line">
          <input
            className="in custom-size"
            aria-label={`Another one: ${legend.toLowerCase()}`}
            placeholder="Another"
            maxLength={20}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button onClick={add}>Add</Button>
        </span>
      </div>
      {error && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
