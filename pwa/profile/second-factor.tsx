import { lazy, Suspense, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useOwnPassword } from '../session/own-password.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { auth, type Profile } from './client.ts';
import { profileKey } from './profile-form.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** Whether signing in requires a code as well as the password, and the button that turns that on or off. */
export function SecondFactor({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'password' | 'set-up' | 'turn-off' | null>(null);
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
    setFault(null);
  };
  const start = useWrite({
    send: (json: { password?: string }, options) => answer(auth.totp.$post({ json }, options)),
    onSaved: (started) => {
      setSetup(started);
      setOpen('set-up');
    },
    onRefused: (error, { password }) => {
      const message = error.first_messages.password;
      if (message === undefined) return false;
      setFault(password === undefined ? null : message);
      setOpen('password');
      return true;
    },
  });
  const turnOff = useWrite({
    send: (json: { password: string }, options) => answer(auth.totp.$delete({ json }, options)),
    success: 'Your second factor is off',
    refresh: [profileKey],
    onSaved: close,
    onRefused: (error) => {
      setFault(error.first_messages.password ?? null);
      return error.first_messages.password !== undefined;
    },
  });
  return (
    <section className="card" aria-labelledby="profile-totp">
      <header>
        <h2 id="profile-totp" className="grow">
          Second factor
        </h2>
        {profile.has_totp ? (
          <Badge tone="done" icon="check">
            On
          </Badge>
        ) : (
          <Badge>Off</Badge>
        )}
      </header>
      <div className="in-card profile-form">
        <p>
          {profile.has_totp
            ? 'Signing in asks for your password and for a code from the authenticator app on your phone.'
            : 'With a second factor, signing in also asks for a code from an authenticator app on your phone. Somebody who learns your password cannot sign in with it alone.'}
        </p>
        <div className="line">
          {profile.has_totp ? (
            <Button onClick={() => setOpen('turn-off')}>Turn off</Button>
          ) : (
            <Button
              look={profile.primary_role === 'super' ? 'primary' : undefined}
              icon="lock"
              busy={start.busy}
              busyText="Preparing…"
              onClick={() => void start.write({})}
            >
              Set up a second factor
            </Button>
          )}
        </div>
      </div>
      {setup && <SetUpDialog key={setup.secret} open={open === 'set-up'} setup={setup} onClose={close} />}
      {open === 'password' && (
        <PasswordDialog
          title="Set up a second factor"
          description="You signed in a while ago. Enter your password, so that nobody but you sets one up."
          action={{ label: 'Continue', busyText: 'Checking…', look: 'primary' }}
          cancel="Cancel"
          busy={start.busy}
          fault={fault}
          onSend={(password) => void start.write({ password })}
          onTyped={() => setFault(null)}
          onClose={close}
        />
      )}
      {open === 'turn-off' && (
        <PasswordDialog
          title="Turn the second factor off?"
          description="Signing in then asks for your password only."
          action={{ label: 'Turn off', busyText: 'Turning off…', look: 'danger' }}
          cancel="Keep it on"
          busy={turnOff.busy}
          fault={fault}
          onSend={(password) => void turnOff.write({ password })}
          onTyped={() => setFault(null)}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The secret for the app, as a picture and as text, and the first code that the app shows. */
function SetUpDialog({ open, setup, onClose }: { open: boolean; setup: { secret: string; uri: string }; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const turnOn = useWrite({
    send: (json: { code: string }, options) => answer(auth.totp.$put({ json }, options)),
    success: 'Your second factor is on',
    refresh: [profileKey],
    onSaved: onClose,
    onRefused: (error) => {
      setFault(error.first_messages.code ?? null);
      return error.first_messages.code !== undefined;
    },
  });
  const send = (): void => {
    if (turnOn.busy) return;
    if (code.trim() === '') setFault(messages.totp_needed);
    else void turnOn.write({ code });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closable={!turnOn.busy}
      title="Set up a second factor"
      description="You need an authenticator app, such as the one that came with your phone or password manager."
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose} disabled={turnOn.busy}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={turnOn.busy} busyText="Checking…">
            Turn on
          </Button>
        </>
      }
    >
      <ol className="totp-steps">
        <li>
          <p>Scan this code with the app.</p>
          <Suspense fallback={<div className="qr-code skel" />}>
            <QrCode text={setup.uri} label="QR code for your authenticator app" />
          </Suspense>
          <p>
            <a href={setup.uri}>Open the app on this device</a>
          </p>
          <p className="note">If neither works, type this key into the app:</p>
          <p className="line">
            <code className="code">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={setup.secret} label="Copy key" />
          </p>
        </li>
        <li>
          <p>Enter the six digits that the app shows.</p>
          <TextField
            label="Code"
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            error={fault}
            onChange={(event) => {
              setCode(event.target.value);
              setFault(null);
            }}
          />
        </li>
      </ol>
    </Dialog>
  );
}

interface PasswordDialogProps {
  title: string;
  description: string;
  action: { label: string; busyText: string; look: 'primary' | 'danger' };
  cancel: string;
  busy: boolean;
  /** The error of the password that was sent. */
  fault: string | null;
  onSend: (password: string) => void;
  onTyped: () => void;
  onClose: () => void;
}

/** Asks for the password before something that only its owner may do. */
function PasswordDialog({ title, description, action, cancel, busy, fault, onSend, onTyped, onClose }: PasswordDialogProps) {
  const { password, field, isGiven } = useOwnPassword({ name: 'password', error: fault, onTyped });
  const send = (): void => {
    if (!busy && isGiven()) onSend(password);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      title={title}
      description={description}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button type="submit" look={action.look} busy={busy} busyText={action.busyText}>
            {action.label}
          </Button>
        </>
      }
    >
      {field}
    </Dialog>
  );
}
