import { formatDate } from '../../shared/uk-time.ts';
import { Icon } from './icon.tsx';

export interface SaveStateProps {
  state: 'saved' | 'saving' | 'changed' | 'failed' | 'unreachable' | 'offline';
  /** The time of the last save, shown in the state `saved`. */
  at?: string | null;
}

/** Whether the entries on the screen are saved. */
export function SaveState({ state, at }: SaveStateProps) {
  const words = {
    saved: at ? `Saved ${formatDate(at, 'time')}, all changes kept` : 'All changes kept',
    saving: 'Saving…',
    changed: 'Changes not saved yet',
    // Short, because it follows another word in the head of a phone.
    failed: 'Not saved',
    unreachable: 'No connection',
    offline: 'Saved on this device',
  }[state];
  return (
    <span className={state === 'failed' ? 't-wrong' : state === 'offline' || state === 'unreachable' ? 't-warn' : 'note'} role="status">
      {state === 'failed' && (
        <>
          <Icon name="alert" />{' '}
        </>
      )}
      {words}
    </span>
  );
}
