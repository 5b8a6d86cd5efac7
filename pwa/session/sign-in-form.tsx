import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { answer } from '../api/answer.ts';
import { asApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { auth } from './client.ts';
import type { SignedIn } from './take-session.ts';

const KEY = 'kitroom.device';

/** The name of this device in the list of sessions; stored, so that a tablet keeps its name. */
function deviceName(): string {
  const storedName = localStorage.getItem(KEY);
  if (storedName) return storedName;
  const agent = navigator.userAgent;
  const kind = /iPad|Tablet|Android(?!.*Mobile)/.test(agent) ? 'Tablet' : /Mobi|iPhone/.test(agent) ? 'Phone' : 'Computer';
  const mark = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const name = `${kind} ${mark.toString(16).padStart(4, '0')}`;
  localStorage.setItem(KEY, name);
  return name;
}

export interface SignInFormProps {
  /** If an address is passed, only the password is asked for. */
  email?: string;
  onSignedIn: (session: SignedIn) => void;
  children?: ReactNode;
}

/** Signs in with email and password, and with a code if one is required. */
export async function signIn(email: string, password: string, totp?: string): Promise<SignedIn> {
  const { token, expires_at, ...who } = await answer(
    auth.login.$post({ json: { email, password, device_name: deviceName(), ...(totp !== undefined && { totp }) } }),
  );
  return { token, expires_at, who };
}

/** The message when signing in did not work. */
export function signInProblem(cause: unknown): string {
  const error = asApiError(cause);
  if (error.status === 0) return 'The server cannot be reached. Check the connection and try again.';
  return Object.values(error.first_messages)[0] ?? error.message;
}

/** Email, password, a code if the person has a second factor, and the error of the last attempt. */
export function SignInForm({ email: fixedEmail, onSignedIn, children }: SignInFormProps) {
  const [email, setEmail] = useState(fixedEmail ?? '');
  const [password, setPassword] = useState('');
  /** Null until the server requires a code. */
  const [totp, setTotp] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  // Focuses the field, because a phone's keyboard may have moved the message below the field out of sight.
  useEffect(() => {
    if (problem) (codeInput.current ?? passwordInput.current)?.focus();
  }, [problem]);
  useEffect(() => {
    if (fixedEmail !== undefined) passwordInput.current?.focus();
  }, [fixedEmail]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (totp?.trim() === '') {
      setProblem('Enter the code that your authenticator app shows.');
      return;
    }
    if (!email.trim() || !password) {
      setProblem('Enter your email and your password.');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      onSignedIn(await signIn(email.trim(), password, totp ?? undefined));
    } catch (error) {
      if (totp === null && asApiError(error).code === 'totp_required') setTotp('');
      else setProblem(signInProblem(error));
      setBusy(false);
    }
  };
  return (
    <form className="sign-in-form" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        readOnly={fixedEmail !== undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        ref={passwordInput}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={totp === null ? problem : null}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(null);
        }}
      />
      {totp !== null && (
        <TextField
          label="Code"
          autoFocus
          ref={codeInput}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="The six digits that your authenticator app shows."
          value={totp}
          error={problem}
          onChange={(event) => {
            setTotp(event.target.value);
            setProblem(null);
          }}
        />
      )}
      <span className="sr" role="alert">
        {problem}
      </span>
      <Button type="submit" look="primary" block busy={busy} busyText="Signing in…" className="sign-in-send">
        Sign in
      </Button>
      {children}
    </form>
  );
}
