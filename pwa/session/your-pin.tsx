import { type FormEvent, useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { sendJson } from '../api/send-json.ts';
import { openTablet } from '../offline/this-tablet.ts';
import { useStaff, useSyncState } from '../offline/use-floor.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';
import { useSession } from './use-session.ts';

type Errors = { pin?: string; again?: string; current_password?: string; whole?: string };

/** Sets the PIN by which a person chooses themself on the tablets that they have signed in on; needs the network and the password. */
export default function YourPin() {
  const { session, who } = useSession();
  const staff = useStaff();
  const { online } = useSyncState();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const has_pin = Boolean(staff?.find(({ id }) => id === who.user.id)?.pin_hash);

  const send = async (next: string | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await sendJson('PUT', '/api/sync/pin', { pin: next, current_password: password });
      for (const clear of [setPin, setAgain, setPassword]) clear('');
      toast(next ? 'Your PIN is saved.' : 'Your PIN is removed.');
      (await openTablet()).tryNow();
    } catch (thrown) {
      const { first_messages, message } = asApiError(thrown);
      setErrors(Object.keys(first_messages).length > 0 ? first_messages : { whole: message });
    } finally {
      setBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{4,8}$/.test(pin)) return setErrors({ pin: 'Use 4 to 8 digits.' });
    if (pin !== again) return setErrors({ again: 'The two PINs differ.' });
    if (!password) return setErrors({ current_password: 'Enter your password.' });
    void send(pin);
  };

  return (
    <Page title="Your PIN" back="/">
      <form className="flow pin-page" noValidate onSubmit={save}>
        <p>
          With a PIN you choose yourself on a tablet that somebody hands you, also without a network. It works on tablets on which you have signed in
          with your password before.
        </p>
        {session.at_work && <Banner tone="warn">{session.who.user.name} is signed in here. Sign in with your own password to set your PIN.</Banner>}
        {!online && <Banner tone="warn">There is no connection. A PIN can be set once it is back.</Banner>}
        {errors.whole && <Banner tone="wrong">{errors.whole}</Banner>}
        <Digits label={has_pin ? 'New PIN' : 'PIN'} hint="4 to 8 digits" value={pin} error={errors.pin} set={setPin} />
        <Digits label="Repeat it" value={again} error={errors.again} set={setAgain} />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={errors.current_password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="line pt-3">
          <Button type="submit" look="primary" size="lg" busy={busy} busyText="Saving…" disabled={!online || Boolean(session.at_work)}>
            {has_pin ? 'Change PIN' : 'Save PIN'}
          </Button>
          {has_pin && (
            <Button look="danger" size="lg" disabled={!online || busy || !password || Boolean(session.at_work)} onClick={() => void send(null)}>
              Remove PIN
            </Button>
          )}
        </div>
      </form>
    </Page>
  );
}

function Digits({ label, hint, value, error, set }: { label: string; hint?: string; value: string; error?: string; set: (digits: string) => void }) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value.replace(/\D/g, ''))}
    />
  );
}
