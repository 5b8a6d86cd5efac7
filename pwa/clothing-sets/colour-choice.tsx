import type { FindColour } from '../api/catalogue.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Swatch } from '../ui/swatch.tsx';

/**
 * A colour of a new style. An empty hex value or code is taken from the colour with this name in the base style. If the base style does not have the
 * colour, the value is the one that most styles give it.
 */
export interface ChosenColour {
  name: string;
  hex: string;
  code: string;
}

interface ColourChoiceProps {
  /** The colours of the base. */
  offered: readonly { name: string; hex: string | null }[];
  /** Finds the hex value and the code that a colour has in most styles. */
  find: FindColour;
  name: string;
  value: ChosenColour[];
  onChange: (value: ChosenColour[]) => void;
  error: string | undefined;
}

/** The value of a colour field while no colour is chosen. */
const GREY = '#808080';

/** The colours of a new style. The base's colours are buttons; other colours are entered with a name, a hex value and a code. */
export function ColourChoice({ offered, find, name, value, onChange, error }: ColourChoiceProps) {
  const isOffered = (colour: ChosenColour): boolean => offered.some((one) => one.name === colour.name);
  const own = value.filter((colour) => !isOffered(colour));
  const toggle = (colour: { name: string; hex: string | null }): void => {
    const others = value.filter((one) => one.name !== colour.name);
    onChange(others.length < value.length ? others : [...others, { name: colour.name, hex: colour.hex ?? '', code: '' }]);
  };
  const change = (place: number, part: Partial<ChosenColour>): void =>
    onChange([...value.filter(isOffered), ...own.map((colour, at) => (at === place ? { ...colour, ...part } : colour))]);
  return (
    <fieldset className="flow" aria-describedby={error && `${name}-error`}>
      <legend className="label">Colours</legend>
      <div className="chips">
        {offered.map((colour) => (
          <Chip key={colour.name} selected={value.some((one) => one.name === colour.name)} onClick={() => toggle(colour)}>
            <Swatch colour={colour.hex} />
            <span className="cut">{colour.name}</span>
          </Chip>
        ))}
      </div>
      {own.map((colour, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a colour that is being named has nothing else
        <div key={place} className="line custom-colour">
          <input
            type="color"
            aria-label={`Look of colour ${place + 1}`}
            value={colour.hex || find(colour.name)?.hex || GREY}
            onChange={(event) => change(place, { hex: event.target.value })}
          />
          <input
            className="in grow"
            aria-label={`Name of colour ${place + 1}`}
            placeholder="Name, such as Royal Blue"
            maxLength={120}
            value={colour.name}
            onChange={(event) => change(place, { name: event.target.value })}
          />
          <input
            className="in code custom-code"
            aria-label={`Code of colour ${place + 1} in SKUs`}
            placeholder={find(colour.name)?.code ?? 'Code'}
            maxLength={6}
            value={colour.code}
            onChange={(event) => change(place, { code: event.target.value.toUpperCase() })}
          />
          <IconButton
            icon="x"
            label={`Remove colour ${place + 1}`}
            onClick={() => onChange([...value.filter(isOffered), ...own.filter((_, at) => at !== place)])}
          />
        </div>
      ))}
      <Button size="sm" icon="plus" onClick={() => onChange([...value, { name: '', hex: '', code: '' }])}>
        Another colour
      </Button>
      {error && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
