const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The letter or digit under which a name stands in an alphabetical list. */
export const letterOf = (name: string): string => name.charAt(0).toUpperCase();

/** Cuts a list to the names that begin with a letter; the empty text is all of them. */
export function Alphabet({ value, onChange, digits = false }: { value: string; onChange: (letter: string) => void; digits?: boolean }) {
  return (
    <fieldset className="az" aria-label="First letter">
      {['', ...letters, ...(digits ? '0123456789' : '')].map((letter) => (
        <button key={letter} type="button" aria-pressed={letter === value} onClick={() => onChange(letter)}>
          {letter || 'All'}
        </button>
      ))}
    </fieldset>
  );
}
