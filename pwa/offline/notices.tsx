import { formatDate } from '../../shared/uk-time.ts';
import { isSignInRequested } from '../session/asking.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import type { Engine, SyncState } from './engine.ts';
import type { Problem } from './ports.ts';

const problems: Record<Problem, string> = {
  sign_in: 'Sign in again to send the waiting changes. Everything is kept on this tablet.',
  update: 'The office has a newer version. Update this tablet. Waiting changes are kept and sent after the update.',
  device: 'The office no longer recognises this tablet. Waiting changes are kept. Ask the office for help.',
  refused: 'The office could not read what this tablet sent. Waiting changes are kept. Ask the office for help.',
};

/** The most important notices about this tablet, in sentences. */
export function TabletNotices({ engine, sync }: { engine: Engine; sync: SyncState }) {
  const { lost, problem } = sync;
  return (
    <>
      {lost && (
        <Banner tone="wrong" action={<Button onClick={() => void engine.lossSeen()}>Understood</Button>}>
          <strong>
            {countText(lost.n, 'action')} since {lost.since ? formatDate(lost.since, 'time') : 'the last sync'} {lost.n === 1 ? 'was' : 'were'} lost
            from this tablet.
          </strong>{' '}
          The browser deleted this tablet’s data. Check what you did since then{lost.told ? '. The office has been informed.' : '.'}
        </Banner>
      )}
      {problem && (
        <Banner tone="warn" action={problem === 'sign_in' ? <Button onClick={() => isSignInRequested.set(true)}>Sign in</Button> : undefined}>
          {problems[problem]}
        </Banner>
      )}
    </>
  );
}

/** Warns that the browser did not promise to keep this tablet's data. */
export const NotKept = () => (
  <Banner tone="warn" live={false}>
    This browser may delete waiting changes when the tablet runs out of space. Install Kitroom on the home screen to prevent this.
  </Banner>
);
