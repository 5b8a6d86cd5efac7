import { useState } from 'react';
import type { Offered } from '../api/sites-and-roles.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Tick } from '../ui/tick.tsx';
import { budgetOf } from './budget-of.ts';

interface JobChoiceProps {
  offered: Offered['employee_roles'];
  /** True if several jobs can be chosen. */
  several: boolean;
  name: string;
  value: readonly number[];
  onChange: (next: number[]) => void;
}

/** How many jobs are shown before the button for all jobs is pressed. */
const FEW = 4;

/** A choice of employee roles, shown as jobs: each with its budget and what its people usually wear. */
export function JobChoice({ offered, several, name, value, onChange }: JobChoiceProps) {
  const [isWhole, setIsWhole] = useState(offered.length <= FEW + 1);
  const listedJobs = isWhole ? offered : offered.filter(({ id }, place) => place < FEW || value.includes(id));
  const choose = (id: number): void => {
    if (!several) onChange([id]);
    else onChange((value.includes(id) ? value.filter((one) => one !== id) : [...value, id]).sort((one, other) => one - other));
  };
  return (
    <fieldset>
      <legend className="label starter-label">{several ? 'Jobs' : 'Job'}</legend>
      <div className="card jobs">
        {listedJobs.map((role) => (
          <Tick
            key={role.id}
            type={several ? 'checkbox' : 'radio'}
            className="job"
            name={name}
            checked={value.includes(role.id)}
            onChange={() => choose(role.id)}
          >
            <span className="grow">
              <strong>{role.name}</strong>
              <br />
              <span className="sub text-md">{budgetOf(role)}</span>
            </span>
            <span className="line job-garments">
              {role.usual?.garments.map(({ id, media, colour_hex }) => (
                <GarmentTile key={id} media={media} alt="" colour={colour_hex} size={32} />
              ))}
            </span>
          </Tick>
        ))}
        {!isWhole && (
          <button type="button" className="job-more link" onClick={() => setIsWhole(true)}>
            All {offered.length} jobs
          </button>
        )}
      </div>
    </fieldset>
  );
}
