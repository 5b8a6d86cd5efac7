import { useEffect, useState } from 'react';
import { progress } from '../offline/progress-cookie.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { reloadWhenDone } from '../ui/reload.ts';
import { useStore } from '../ui/store.ts';
import { keepApp, newVersion } from './new-version.ts';
import { useCalm } from './use-calm.ts';

const LATER = 60 * 60_000;

/** The release notes of the newer version. They come from the server, which already runs that version. */
interface Release {
  version: string;
  news: string;
}

/** While the person is not busy, shows that a newer version is available, what the version brings, and that the update loses nothing. */
export default function UpdateNotice() {
  const version = useStore(newVersion);
  const calm = useCalm();
  const [later, setLater] = useState(false);
  const [release, setRelease] = useState<Release | null>(null);
  useEffect(() => void keepApp().catch(() => undefined), []);
  useEffect(() => {
    if (!later) return;
    const timer = setTimeout(() => setLater(false), LATER);
    return () => clearTimeout(timer);
  }, [later]);
  useEffect(() => {
    if (version) void latest().then(setRelease);
  }, [version]);
  if (!version || later || !calm) return null;

  const waiting = progress.read()?.waiting ?? 0;
  const waitingText =
    waiting > 0 ? `The ${countText(waiting, 'change')} waiting on this tablet ${waiting === 1 ? 'is' : 'are'} kept.` : 'Nothing is lost.';
  return (
    <section className="update-notice" aria-label="New version">
      <div className="grow" role="status">
        <p className="strong">{release ? `Kitroom ${release.version} is ready` : 'A newer Kitroom is ready'}</p>
        {release && <p>{release.news}</p>}
        <p className="sub">It takes a few seconds. {waitingText}</p>
      </div>
      <Button size="sm" onClick={() => setLater(true)}>
        Later
      </Button>
      <Button size="sm" look="primary" onClick={() => (version.is_here ? void reloadWhenDone() : version.letIn())}>
        Update now
      </Button>
    </section>
  );
}

async function latest(): Promise<Release | null> {
  try {
    const answer = (await (await fetch('/release.json', { cache: 'no-store' })).json()) as Partial<Release>;
    return typeof answer.version === 'string' && typeof answer.news === 'string' ? { version: answer.version, news: answer.news } : null;
  } catch {
    return null;
  }
}
