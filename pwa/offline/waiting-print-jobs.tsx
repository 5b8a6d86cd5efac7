import { formatDate } from '../../shared/uk-time.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { useStore } from '../ui/store.ts';
import { printJobKey, type WaitingPrintJob } from './print-job.ts';
import { dropPrintJob, printJobs, printKept } from './print-jobs.ts';
import { useSyncState } from './use-floor.ts';

const sum = (counts: Record<number, number>): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** The name of a print job. */
function Words({ printJob }: { printJob: WaitingPrintJob }) {
  if (printJob.what === 'dispatch_labels') return <>Labels of {countText(printJob.dispatch_ids.length, 'dispatch', 'dispatches')}</>;
  if (printJob.what === 'sku_labels') return <>{countText(printJob.product_ids.length, printJob.of === 'sku' ? 'SKU label' : 'bin label')}</>;
  const bags = printJob.what === 'bag_labels' && sum(printJob.counts);
  return (
    <>
      {printJob.what !== 'bag_labels' ? 'Picking list of ' : bags ? `${countText(bags, 'bag label')} of ` : 'Bag labels of '}
      <span className="code strong">{printJob.order_number}</span>
    </>
  );
}

/** Tells the person what to do about the waiting print jobs. */
function advice(waiting: readonly WaitingPrintJob[], online: boolean): string {
  if (waiting.every(({ is_opened }) => is_opened)) return 'Check that each came out of the printer.';
  return online ? 'The network is back: print now.' : 'Nothing is printed without the network; it is kept here until then.';
}

/**
 * The documents that could not be printed because the printer was out of reach, until a person confirms that they are printed.
 * Renders nothing if none waits.
 */
export function WaitingPrintJobs() {
  const waiting = useStore(printJobs);
  const { online } = useSyncState();
  if (waiting.length === 0) return null;
  return (
    <section className="banner warn papers" aria-label="Waiting to be printed">
      <Icon name="print" />
      <div className="grow">
        <p>
          <strong>{countText(waiting.length, 'print')} waiting.</strong> {advice(waiting, online)}
        </p>
        <ul>
          {waiting.map((printJob) => (
            <li key={printJobKey(printJob)} className="line flex-wrap">
              <span className="grow basis-32">
                <Words printJob={printJob} /> <span className="note">asked for at {formatDate(printJob.at, 'time')}</span>
              </span>
              <span className="flex gap-2">
                <Button icon={printJob.is_opened ? undefined : 'print'} disabled={!online} onClick={() => printKept(printJob)}>
                  {printJob.is_opened ? 'Print again' : 'Print'}
                </Button>
                {printJob.is_opened && <Button onClick={() => dropPrintJob(printJob)}>Printed</Button>}
                <IconButton icon="x" label="Do not print this" onClick={() => dropPrintJob(printJob)} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
