import { formatDate } from '../../shared/uk-time.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { useStore } from '../ui/store.ts';
import { type KeptPaper, paperKey } from './paper.ts';
import { dropPaper, papers, printKept } from './papers.ts';
import { useSyncState } from './use-floor.ts';

const sum = (counts: Record<number, number>): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** A paper in words. */
function Words({ paper }: { paper: KeptPaper }) {
  if (paper.what === 'dispatch_labels') return <>Labels of {countText(paper.dispatch_ids.length, 'dispatch', 'dispatches')}</>;
  return (
    <>
      {paper.what === 'bag_labels' ? `${countText(sum(paper.counts), 'bag label')} of ` : 'Picking list of '}
      <span className="code strong">{paper.order_number}</span>
    </>
  );
}

/** What was to be printed while the printer was out of reach: to be printed once the network is back. Nothing where nothing waits. */
export function WaitingPapers() {
  const waiting = useStore(papers);
  const { online } = useSyncState();
  if (waiting.length === 0) return null;
  return (
    <section className="banner warn papers" aria-label="Waiting to be printed">
      <Icon name="print" />
      <div className="grow">
        <p>
          <strong>{countText(waiting.length, 'print')} waiting.</strong>{' '}
          {online ? 'The network is back: print now.' : 'Nothing is printed without the network; it is kept here until then.'}
        </p>
        <ul>
          {waiting.map((paper) => (
            <li key={paperKey(paper)} className="line">
              <span className="grow">
                <Words paper={paper} /> <span className="note">asked for at {formatDate(paper.at, 'time')}</span>
              </span>
              <Button icon="print" disabled={!online} onClick={() => printKept(paper)}>
                Print
              </Button>
              <IconButton icon="x" label="Do not print this" onClick={() => dropPaper(paper)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
