import { Select } from '../ui/field.tsx';
import type { ClothingSet } from './client.ts';

/** A choice of the clothing set to show; all of them where none is chosen. */
export function SetSwitcher({
  label,
  sets,
  value,
  onChange,
}: {
  label: string;
  sets: readonly ClothingSet[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Select
      className="set-switcher"
      label={label}
      placeholder="All clothing sets"
      options={sets.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
