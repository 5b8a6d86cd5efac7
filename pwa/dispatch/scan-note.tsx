import { Icon } from '../ui/icon.tsx';
import type { Note } from './use-await-scan.ts';

/** The result of the last scan, large enough to be read from the pallet. */
export function ScanNote({ note }: { note: Note }) {
  const isRight = note.tone === 'right';
  return (
    <div className={`banner ship-message ${isRight ? 'done' : 'wrong'}`} role={isRight ? 'status' : 'alert'}>
      <Icon name={isRight ? 'check' : 'x'} />
      <p className="grow">
        <strong>{note.title}</strong> <span>{note.text}</span>
      </p>
    </div>
  );
}
