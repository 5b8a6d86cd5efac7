import { type ReactNode, useEffect, useRef } from 'react';
import { csvOf } from '../../shared/csv.ts';
import { Bar } from '../ui/bar.tsx';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { Dialog, FIRST_ACTION } from '../ui/dialog.tsx';
import { saveFile } from '../ui/save-file.ts';
import './batch-dialog.css';
import type { Batches } from './use-batches.ts';

interface BatchDialogProps {
  batches: Batches;
  title: string;
  /** The text that says, before the batches begin, what will happen. */
  ask: string;
  /** The text of the button that begins the batches. */
  start: string;
  look?: ButtonLook;
  /** The text of the button that closes the dialog without a change. */
  cancel: string;
  /** Why the batches cannot begin yet. */
  waits?: string | null;
  /** The word for one record, such as *order*. */
  noun: string;
  /** True if the name of a record is a code, such as a SKU. */
  hasCodes?: boolean;
  /** The name of the CSV file with the results, and the heading of its first column. */
  csv: { file: string; heading: string };
  onClose: (isDone: boolean) => void;
  /** The next step after the batches; it is then the main button. */
  next?: ReactNode;
  /** Fields to fill in before the batches begin. */
  children?: ReactNode;
}

/** How many results are shown; the CSV has all of them. */
const SHOWN = 200;

/** Asks before one action on many records, then shows its progress and the result of each. */
export function BatchDialog(props: BatchDialogProps) {
  const { batches, waits = null, csv, noun } = props;
  const { state, total, results, fault } = batches;
  const doneCount = results.filter(({ is_done }) => is_done).length;
  const refusedCount = results.length - doneCount;
  const restCount = total - doneCount;
  // Items that are not done come first, because a person has to deal with them.
  const rows = [...results.filter(({ is_done }) => !is_done), ...results.filter(({ is_done }) => is_done)].slice(0, SHOWN);
  const remaining = total - results.length;
  const look = props.look ?? 'primary';
  const isReady = state === 'asking' && waits === null;
  const start = useRef<HTMLButtonElement>(null);
  // The dialog opens before it knows whether it can begin. Until the person has moved the focus, it then goes to the action.
  useEffect(() => {
    const { activeElement } = document;
    if (isReady && look === 'primary' && activeElement?.matches('.dialog, .dialog > .title > .btn')) start.current?.focus();
  }, [isReady, look]);
  const save = (): void => {
    const lines = results.map(({ name, is_done, message }) => [name, is_done ? 'yes' : 'no', message]);
    saveFile(csv.file, new Blob([csvOf([[csv.heading, 'done', 'result'], ...lines])], { type: 'text/csv;charset=utf-8' }));
  };

  return (
    <Dialog
      open
      onClose={() => props.onClose(state === 'ended')}
      closable={state !== 'running'}
      title={props.title}
      description={state === 'asking' ? props.ask : undefined}
      width={640}
      onSubmit={() => state === 'asking' && waits === null && batches.start()}
      actions={
        state === 'asking' ? (
          <>
            {waits !== null && <span className="note dialog-why">{waits}</span>}
            <Button onClick={() => props.onClose(false)}>{props.cancel}</Button>
            <Button {...(look === 'primary' && FIRST_ACTION)} ref={start} type="submit" look={look} disabled={waits !== null}>
              {props.start}
            </Button>
          </>
        ) : state === 'running' ? (
          <Button onClick={batches.stop}>Stop after these</Button>
        ) : (
          <>
            <Button look="quiet" className="dialog-why" onClick={save}>
              Results as CSV
            </Button>
            {restCount > 0 && <Button onClick={batches.start}>Try the other {formatCount(restCount)} again</Button>}
            <Button look={props.next ? 'plain' : 'primary'} onClick={() => props.onClose(true)}>
              Done
            </Button>
            {props.next}
          </>
        )
      }
    >
      {state === 'asking' && props.children}
      {state !== 'asking' && (
        <div className="flow">
          <Bar
            label={`${results.length} of ${total}`}
            parts={[
              { share: doneCount / total, tone: 'done' },
              { share: refusedCount / total, tone: 'over' },
            ]}
          />
          <p role="status">
            <strong>{formatCount(doneCount)} done</strong>
            {refusedCount > 0 && `, ${formatCount(refusedCount)} not`}
            {remaining > 0 && `, ${formatCount(remaining)} ${state === 'ended' ? 'left as they were' : 'to go'}`}.
          </p>
          {fault && <p className="err">{fault}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
          <section className="many-results" aria-label={`Result of each ${noun}`} tabIndex={0}>
            <ul aria-label="Results">
              {rows.map(({ id, name, is_done, message }) => (
                <li key={id} className="line">
                  <span className={props.hasCodes ? 'code strong' : 'strong'}>{name}</span>
                  <span className={is_done ? 'sub grow' : 't-wrong grow'}>{message}</span>
                </li>
              ))}
            </ul>
          </section>
          {results.length > SHOWN && (
            <p className="note">
              The first {SHOWN} of {formatCount(results.length)}; the CSV lists all of them.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
