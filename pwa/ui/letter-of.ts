import { nameKey } from '../../shared/folded.ts';

/** The letter or digit under which a name is listed, which is also that of the button that finds it; `#` for a name of signs alone. */
export const letterOf = (name: string): string => {
  const [first = '#'] = nameKey(name.trim());
  return first.toUpperCase();
};
