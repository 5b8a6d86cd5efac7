import { Icon } from '../ui/icon.tsx';
import type { Said } from './said.ts';

/** How the last scan went, large enough to be read from the table. */
export function ScanSaid({ said }: { said: Said }) {
  const isRight = said.heard === 'right';
  return (
    <div className={`banner scan-said ${isRight ? 'done' : 'wrong'}`} role={isRight ? 'status' : 'alert'}>
      <Icon name={isRight ? 'check' : 'x'} />
      <p className="grow">
        <strong className="cut" title={said.title}>
          {said.title}
        </strong>
        <span>{said.text}</span>
      </p>
    </div>
  );
}
