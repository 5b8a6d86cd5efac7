import { type FormEvent, useState } from 'react';
import { withoutInvisible } from '../../shared/invisible.ts';
import { cleanCode } from '../../shared/scan/clean-code.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import type { DispatchView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { isOwnCode } from './own-code.ts';
import { setTracking } from './set-tracking.ts';

interface TrackFormProps {
  dispatch: DispatchView;
  /** Called when the field gets the focus, because somebody is about to type or scan. */
  onFocus: () => void;
  /** Called when one of Kitroom's own codes was scanned into the field instead of the number on the carrier's label. */
  onOwnLabel: (text: string) => void;
}

/** The field for the number on the carrier's label, typed or scanned. Recording the number ships the dispatch. */
export function TrackForm({ dispatch, onFocus, onOwnLabel }: TrackFormProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const tracking_number = cleanCode(text);

  const ship = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!tracking_number || busy) return;
    if (isOwnCode(resolveScanHere(tracking_number), dispatch.id)) {
      setText('');
      onOwnLabel(tracking_number);
      return;
    }
    setBusy(true);
    const verdict = await setTracking(dispatch.id, tracking_number);
    setBusy(false);
    if (verdict.ok) toast(`${dispatch.dispatch_number}: tracking number ${tracking_number} recorded`);
    else toast(verdict.message, { tone: 'wrong' });
  };

  return (
    <form className="line grow" onSubmit={(event) => void ship(event)}>
      <input
        className="in"
        aria-label={`Tracking number of ${dispatch.dispatch_number}`}
        placeholder="Tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        data-scan-through=""
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
        value={text}
        onFocus={onFocus}
        onChange={(event) => setText(withoutInvisible(event.target.value))}
      />
      <Button type="submit" look={tracking_number ? 'primary' : 'plain'} disabled={!tracking_number} busy={busy}>
        Ship
      </Button>
    </form>
  );
}
