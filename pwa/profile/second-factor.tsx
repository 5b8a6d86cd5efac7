import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { passwordProof, turnOnTotpInput } from '../../shared/auth/auth-input.ts';
import { messages } from '../../shared/messages.ts';
import { answer } from '../api/answer.ts';
import type { Once } from '../api/transport.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { OwnPassword } from '../session/own-password.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { auth, type Profile } from './client.ts';
import { profileKey } from './profile-form.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** Whether signing in requires a code as well as the password, and the button that turns the code on or off. */
export function SecondFactor({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'password' | 'set-up' | 'turn-off' | null>(null);
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const close = () => setOpen(null);
  const begin = (started: { secret: string; uri: string }): void => {
    setSetup(started);
    setOpen('set-up');
  };
  const start = useWrite({
    send: (_: undefined, options) => answer(auth.totp.$post({ json: {} }, options)),
    onSaved: begin,
    onRefused: (error) => {
      if (error.first_messages.password === undefined) return false;
      setOpen('password');
      return true;
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
              onClick={() => void start.write(undefined)}
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
          action="Continue"
          busyText="Checking…"
          send={(json, options) => answer(auth.totp.$post({ json }, options))}
          onSaved={begin}
          onClose={close}
        />
      )}
      {open === 'turn-off' && (
        <PasswordDialog
          title="Turn the second factor off?"
          description="Signing in then asks for your password only."
          action="Turn off"
          busyText="Turning off…"
          look="danger"
          cancel="Keep it on"
          success="Your second factor is off"
          send={(json, options) => answer(auth.totp.$delete({ json }, options))}
          onSaved={close}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The secret for the app, as a picture and as text, and the first code that the app shows. */
function SetUpDialog({ open, setup, onClose }: { open: boolean; setup: { secret: string; uri: string }; onClose: () => void }) {
  const form = useForm({
    schema: turnOnTotpInput,
    values: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? messages.totp_needed : null }),
    send: (json, options) => answer(auth.totp.$put({ json }, options)),
    success: 'Your second factor is on',
    refresh: [profileKey],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Set up a second factor"
      description="You need an authenticator app, such as the one that came with your phone or password manager."
      action="Turn on"
      busyText="Checking…"
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
          <TextField label="Code" required inputMode="numeric" autoComplete="one-time-code" {...form.field('code')} maxLength={20} />
        </li>
      </ol>
    </FormDialog>
  );
}

interface PasswordDialogProps<Answer>
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'busyText' | 'look' | 'cancel' | 'onClose'> {
  action: string;
  success?: string;
  send: (json: { password: string }, options: Once) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
}

/** Asks for the person's password before an action that only they themself may take. */
function PasswordDialog<Answer>({ success, send, onSaved, ...dialog }: PasswordDialogProps<Answer>) {
  const form = useForm({ schema: passwordProof, values: { password: '' }, send, success, refresh: [profileKey], onSaved });
  return (
    <FormDialog form={form} {...dialog}>
      <OwnPassword {...form.field('password')} />
    </FormDialog>
  );
}
