import { Icon } from '../ui/icon.tsx';
import type { ScanMessage } from './scan-message.ts';

/** The result of the last scan, large enough to be read from the table. */
export function ScanMessageBar({ message }: { message: ScanMessage }) {
  const isRight = message.tone === 'right';
  return (
    <div className={`banner scan-message ${isRight ? 'done' : 'wrong'}`} role={isRight ? 'status' : 'alert'}>
      <Icon name={isRight ? 'check' : 'x'} />
      <p className="grow">
        <strong>{message.title}</strong>
        <span>{message.text}</span>
      </p>
    </div>
  );
}
