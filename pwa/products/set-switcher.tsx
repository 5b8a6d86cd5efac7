import { Select } from '../ui/field.tsx';
import type { ClothingSet } from './client.ts';

/** Chooses the clothing set to show; no choice shows all sets. If the sets are of several clients, each set is named with its client. */
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
  const isOfSeveral = new Set(sets.map(({ account }) => account.id)).size > 1;
  return (
    <Select
      className="set-switcher"
      label={label}
      placeholder="All clothing sets"
      options={sets.map(({ id, name, account }) => ({ value: String(id), label: isOfSeveral ? `${account.name}: ${name}` : name }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
