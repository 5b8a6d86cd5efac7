import { useQuery } from '@tanstack/react-query';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { deviceWords } from '../session/device-words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { auth, readSessions, type SignedInAt } from './client.ts';

export const sessionsKey = ['sessions'] as const;

const nameOf = ({ device_name, user_agent }: SignedInAt): string => deviceWords(user_agent) ?? device_name ?? 'Unknown device';
/** The label that a device was given, which distinguishes two of the same kind; empty where it is the name already. */
const markOf = (session: SignedInAt): string => (session.device_name && session.device_name !== nameOf(session) ? `${session.device_name}. ` : '');

/** The person's sessions, and the button that ends each. */
export function Sessions() {
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => readSessions(signal) });
  const { ask, dialog } = useConfirm();
  const end = useWrite({
    send: ({ id }: SignedInAt, options) => answer(auth.sessions[':id'].$delete({ param: { id: String(id) } }, options)),
    success: (_, session) => `${nameOf(session)} is signed out`,
    refresh: [sessionsKey],
  });
  const endOthers = useWrite({
    send: (_: undefined, options) => answer(auth.sessions.$delete({}, options)),
    success: 'All your other devices are signed out',
    refresh: [sessionsKey],
  });
  const askToEndOthers = async (): Promise<void> => {
    const yes = await ask({
      title: 'Sign out all other devices?',
      body: 'Anybody who uses them has to sign in again.',
      action: 'Sign out all others',
      keep: 'Cancel',
      destroys: true,
    });
    if (yes) await endOthers.write(undefined);
  };
  const askToEnd = async (session: SignedInAt): Promise<void> => {
    const yes = await ask({
      title: `Sign out ${nameOf(session)}?`,
      body: 'Anybody who uses that device has to sign in again.',
      action: 'Sign out',
      keep: 'Cancel',
      destroys: true,
    });
    if (yes) await end.write(session);
  };
  return (
    <section className="card" aria-labelledby="profile-sessions">
      <header>
        <h2 id="profile-sessions" className="grow">
          Where you are signed in
        </h2>
        {sessions.data && sessions.data.items.length > 2 && (
          <Button size="sm" busy={endOthers.busy} busyText="Signing out…" onClick={() => void askToEndOthers()}>
            Sign out all others
          </Button>
        )}
      </header>
      <Loaded
        query={sessions}
        noun="devices"
        waiting={
          <div className="in-card">
            <SkeletonText lines={2} />
          </div>
        }
      >
        {({ items }) => (
          <ul className="rows">
            {items.map((session) => (
              <li key={session.id} className="profile-row">
                <div className="grow">
                  <p className="line">
                    <span className="strong cut">{nameOf(session)}</span>
                    {session.is_current && <Badge tone="done">This device</Badge>}
                  </p>
                  <p className="note small">
                    {markOf(session)}Last used <DateText value={session.last_seen_at} form="moment" />, since <DateText value={session.created_at} />
                  </p>
                </div>
                {!session.is_current && (
                  <Button
                    size="sm"
                    onClick={() => void askToEnd(session)}
                    aria-label={[`Sign out ${nameOf(session)}`, session.device_name].filter(Boolean).join(', ')}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {dialog}
    </section>
  );
}
