import { useRef, useState } from 'react';
import { holdsText } from '../../shared/folded.ts';
import { Chip } from '../ui/chip.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Icon } from '../ui/icon.tsx';
import { rankChoices } from '../ui/rank-choices.ts';

interface Site {
  id: number;
  name: string;
}

interface SiteChoiceProps {
  offered: readonly Site[];
  /** The ids of the sites that have a button from the beginning, such as the caller’s own. */
  usual: readonly number[];
  /** Several sites can be chosen: a press adds a site, or removes it if it is chosen. Otherwise a press replaces the site. */
  several: boolean;
  name: string;
  value: readonly number[];
  onChange: (next: number[]) => void;
  error: string | undefined;
}

/** If there are no more sites than this, each has a button. */
const FEW = 3;
/** How many of the other sites the list shows at once. */
const SHOWN = 50;

const ascending = (ids: number[]): number[] => ids.sort((one, other) => one - other);

/** Asks where somebody works. Each usual or chosen site has a button; a search finds the other sites. */
export function SiteChoice({ offered, usual, several, name, value, onChange, error }: SiteChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Once a site has been chosen, it keeps its button even if another site is chosen.
  const [known, setKnown] = useState(usual);
  const other = useRef<HTMLSpanElement>(null);
  const listedSites = offered.length <= FEW ? offered : offered.filter(({ id }) => value.includes(id) || known.includes(id));
  const hidden = offered.filter((site) => !listedSites.includes(site));
  const choose = (id: number): void => {
    setKnown([...known, id]);
    if (!several) onChange([id]);
    else onChange(ascending(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]));
  };
  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend className="label starter-label">{several ? 'Sites' : 'Site'}</legend>
      {offered.length === 0 && <p className="note">There are no sites.</p>}
      <div className="chips starter-sites">
        {listedSites.map(({ id, name: label }) => (
          <Chip key={id} name={name} selected={value.includes(id)} onClick={() => choose(id)}>
            <span className="cut">{label}</span>
          </Chip>
        ))}
        {hidden.length > 0 && (
          <span ref={other}>
            <button type="button" className="chip" name={name} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {listedSites.length > 0 ? 'Other site' : 'Choose a site'} <Icon name="down" />
            </button>
          </span>
        )}
      </div>
      {isOpen && (
        <Combobox<Site>
          className="starter-other"
          label="Other site"
          placeholder={`Find one of ${hidden.length}`}
          from={0}
          value={null}
          onChange={(site) => {
            if (!site) return;
            choose(site.id);
            setIsOpen(false);
            other.current?.querySelector('button')?.focus();
          }}
          search={async (text) =>
            (text === ''
              ? hidden
              : rankChoices(
                  hidden.filter(({ name: label }) => holdsText(label, text)),
                  text,
                  (site) => site.name,
                )
            ).slice(0, SHOWN)
          }
          itemKey={({ id }) => id}
          itemText={({ name: label }) => label}
        />
      )}
      {error && (
        <p className="err" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
