import { nameKey } from '../../shared/folded.ts';

/** The letter or digit under which a name stands in an alphabetical list, that of the button which finds it; `#` for a name of signs alone. */
export const letterOf = (name: string): string => {
  const [first = '#'] = nameKey(name.trim());
  return first.toUpperCase();
};
