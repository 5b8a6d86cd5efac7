import './offline.css';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isSignInRequested } from '../session/asking.ts';
import { useSession } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { knownHere, type PersonWithPin, unlockTablet, waitsUntil } from './lock-tablet.ts';
import { useStaff, useSyncState } from './use-floor.ts';

const PIN_LEAST = 4;
const MAX_PIN_LENGTH = 8;

/** Blocks the tablet until a person chooses their name and enters their PIN. This needs no network. */
export default function LockScreen() {
  const staff = useStaff();
  const [person, setPerson] = useState<PersonWithPin | null>(null);
  if (person) return <Pin person={person} back={() => setPerson(null)} />;
  return (
    <Locked title="Who is working?">
      <Standing />
      {staff ? <People people={knownHere(staff)} choose={setPerson} /> : <SkeletonText lines={4} />}
      <Button look="quiet" size="lg" onClick={() => isSignInRequested.set(true)}>
        Sign in with a password
      </Button>
    </Locked>
  );
}

/** Covers the whole screen; nothing behind it can be seen. */
function Locked({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Kitroom`;
  }, [title]);
  return (
    <main id="main" className="locked">
      <div className="locked-column">
        <p className="brand">
          <Brand size={28} />
        </p>
        <h1 className="bare-title">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** Tells the person that nothing is lost while the tablet is locked. */
function Standing() {
  const { online, waiting } = useSyncState();
  const keptText =
    waiting === 0
      ? 'Nothing waits here.'
      : `${countText(waiting, 'change')} of this tablet ${waiting === 1 ? 'waits' : 'wait'} and ${waiting === 1 ? 'is' : 'are'} kept.`;
  return (
    <p className="sub lock-standing">
      {online ? 'Online.' : 'Offline.'} {keptText}
    </p>
  );
}

function People({ people, choose }: { people: readonly PersonWithPin[]; choose: (person: PersonWithPin) => void }) {
  const { who } = useSession();
  if (people.length === 0) return <p>Nobody's PIN is known on this tablet.</p>;
  return (
    <ul className="card rows lock-people" aria-label="People with a PIN on this tablet">
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className="row-button" onClick={() => choose(person)}>
            <Icon name="user" />
            <span className="grow lock-person">
              <span className="cut strong">{person.name}</span>
              {person.id === who.user.id && <span className="note nowrap">worked here last</span>}
            </span>
            <Icon name="next" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Asks for one person's PIN, which the person types with the keys on the screen or on a keyboard. */
function Pin({ person, back }: { person: PersonWithPin; back: () => void }) {
  const [digits, setDigits] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const seconds = useSecondsLeft(until);
  useEffect(() => void waitsUntil(person.id).then(setUntil), [person.id]);
  useEffect(() => input.current?.focus(), []);

  const type = (next: string): void => {
    setDigits(next.replace(/\D/g, '').slice(0, MAX_PIN_LENGTH));
    setProblem(null);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || seconds > 0 || digits.length < PIN_LEAST) return;
    setBusy(true);
    const answer = await unlockTablet(person, digits);
    if (answer.ok) return;
    setBusy(false);
    setDigits('');
    setUntil(answer.until);
    setProblem(`That is not the PIN of ${person.name}.`);
    input.current?.focus();
  };
  const message = seconds > 0 ? `Too many wrong PINs. Try again in ${seconds} s.` : problem;
  return (
    <Locked title={person.name}>
      <form className="pin-form" onSubmit={(event) => void send(event)}>
        <input
          ref={input}
          className="in pin-input"
          aria-label="PIN"
          aria-describedby="pin-said"
          aria-invalid={message ? true : undefined}
          inputMode="none"
          autoComplete="off"
          maxLength={MAX_PIN_LENGTH}
          value={digits}
          onChange={(event) => type(event.target.value)}
        />
        <p id="pin-said" className={message ? 'err' : 'hint'} role="status">
          {message ?? 'Your PIN, 4 to 8 digits.'}
        </p>
        <fieldset className="pin-pad" aria-label="Digits">
          {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
            <button key={digit} type="button" className="btn" onClick={() => type(digits + digit)}>
              {digit}
            </button>
          ))}
          <button type="button" className="btn pin-word" onClick={() => type(digits.slice(0, -1))}>
            Delete
          </button>
          <button type="button" className="btn" onClick={() => type(`${digits}0`)}>
            0
          </button>
          <Button type="submit" look="primary" className="pin-word" busy={busy} disabled={seconds > 0 || digits.length < PIN_LEAST}>
            Unlock
          </Button>
        </fieldset>
        <Button look="quiet" size="lg" icon="back" onClick={back}>
          Somebody else
        </Button>
      </form>
    </Locked>
  );
}

function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!until) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until ? Math.max(0, Math.ceil((Date.parse(until) - now) / 1000)) : 0;
}
