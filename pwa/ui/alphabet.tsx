const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Narrows a list to the names that begin with a letter or a digit; the empty text stands for all names. */
export function Alphabet({ value, onChange }: { value: string; onChange: (letter: string) => void }) {
  return (
    <fieldset className="az" aria-label="First letter">
      {['', ...letters, ...'0123456789'].map((letter) => (
        <button key={letter} type="button" aria-pressed={letter === value} onClick={() => onChange(letter)}>
          {letter || 'All'}
        </button>
      ))}
    </fieldset>
  );
}
