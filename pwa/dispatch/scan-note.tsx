import { Icon } from '../ui/icon.tsx';
import type { Note } from './use-await-scan.ts';

/** How the last scan went, large enough to be read from the pallet. */
export function ScanNote({ note }: { note: Note }) {
  const isRight = note.tone === 'right';
  return (
    <div className={`banner ship-said ${isRight ? 'done' : 'wrong'}`} role={isRight ? 'status' : 'alert'}>
      <Icon name={isRight ? 'check' : 'x'} />
      <p className="grow">
        <strong>{note.title}</strong> <span>{note.text}</span>
      </p>
    </div>
  );
}
