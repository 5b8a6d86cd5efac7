import { useEffect, useState } from 'react';
import { answer } from '../api/answer.ts';
import { Icon } from '../ui/icon.tsx';
import { auth } from './client.ts';
import { signIn, signInProblem } from './sign-in-form.tsx';
import type { SignedIn } from './take-session.ts';

/** The demo's people, one button each. Not shown outside the demo. */
export function DemoSignIns({ onSignedIn }: { onSignedIn: (session: SignedIn) => void }) {
  const [demo, setDemo] = useState<{ items: { email: string; label: string }[]; password: string } | null>(null);
  useEffect(() => {
    answer(auth.demo.$get()).then(setDemo, () => undefined);
  }, []);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!demo) return null;
  const { items, password } = demo;
  const enter = async (email: string) => {
    if (busy) return;
    setBusy(email);
    setProblem(null);
    try {
      onSignedIn(await signIn(email, password));
    } catch (error) {
      setProblem(signInProblem(error));
      setBusy(null);
    }
  };
  return (
    <section className="demo-sign-ins" aria-labelledby="demo">
      <h2 className="label" id="demo">
        Demo sign-ins
      </h2>
      {problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <ul className="card rows">
        {items.map(({ email, label }) => {
          const [role, ...rest] = label.split(', ');
          const company = rest.at(-1);
          const name = rest.length > 1 ? `${role}, ${rest.slice(0, -1).join(', ')}` : role;
          return (
            <li key={email}>
              <button type="button" className="row-button" aria-busy={busy === email || undefined} onClick={() => void enter(email)}>
                <span className="grow">
                  <span className="block">
                    <span className="strong">{name}</span>
                    {company && <span className="note"> {company}</span>}
                  </span>
                  <span className="note demo-email">{email}</span>
                </span>
                <Icon name="next" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
