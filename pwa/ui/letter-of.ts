import { nameKey } from '../../shared/folded.ts';

/** The letter or digit under which a name is listed; the button with that letter finds the name. `#` for a name without letters and digits. */
export const letterOf = (name: string): string => {
  const [first = '#'] = nameKey(name.trim());
  return first.toUpperCase();
};
