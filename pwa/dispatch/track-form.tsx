import { type FormEvent, useState } from 'react';
import { setTracking } from '../offline/actions.ts';
import type { DispatchView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

/** The number on the carrier's label, typed: with it a dispatch ships. */
export function TrackForm({ dispatch }: { dispatch: DispatchView }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const tracking_number = text.trim();

  const ship = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!tracking_number || busy) return;
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
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look={tracking_number ? 'primary' : 'plain'} disabled={!tracking_number} busy={busy}>
        Ship
      </Button>
    </form>
  );
}
