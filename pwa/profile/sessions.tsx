import { useQuery } from '@tanstack/react-query';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { DeviceRow, deviceText } from '../session/device-row.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { auth, readSessions, type SignedInAt } from './client.ts';

export const sessionsKey = ['sessions'] as const;

/** The person's sessions, and the button that ends each. */
export function Sessions() {
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => readSessions(signal) });
  const { ask, dialog } = useConfirm();
  const end = useWrite({
    send: ({ id }: SignedInAt, options) => answer(auth.sessions[':id'].$delete({ param: { id: String(id) } }, options)),
    success: (_, session) => `${deviceText(session)} is signed out`,
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
      title: `Sign out ${deviceText(session)}?`,
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
              <DeviceRow key={session.id} device={session} badge={session.is_current && <Badge tone="done">This device</Badge>}>
                {!session.is_current && (
                  <Button
                    size="sm"
                    onClick={() => void askToEnd(session)}
                    aria-label={[`Sign out ${deviceText(session)}`, session.device_name].filter(Boolean).join(', ')}
                  >
                    Sign out
                  </Button>
                )}
              </DeviceRow>
            ))}
          </ul>
        )}
      </Loaded>
      {dialog}
    </section>
  );
}
