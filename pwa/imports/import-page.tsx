import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ImportDetails } from '../../shared/imports/import.ts';
import { importFields, importTypeLabels, isUndoable } from '../../shared/imports/import-fields.ts';
import { isMoving, isRunning } from '../../shared/imports/import-states.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { checkRunImport } from '../../shared/imports/run-import.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { CheckCard } from './check-card.tsx';
import { readImport, runImport } from './client.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportStatusBadge } from './import-status.tsx';
import { ImportSteps } from './import-steps.tsx';
import './imports.css';
import { RollbackCard } from './rollback-card.tsx';
import { useMends } from './use-mends.ts';
import { useRollback } from './use-rollback.tsx';

/**
 * One import: its check, its run and its result. While the import runs it is read every second. Otherwise it is read less often, because other
 * people may correct, run or undo it.
 */
export default function ImportPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => readImport(id, signal),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 1000 : 10_000),
  });
  if (query.data) return <StoredImport key={id} one={query.data} />;
  return (
    <Page title="Import" back="/admin/imports">
      <Loaded query={query} noun="import">
        {() => null}
      </Loaded>
    </Page>
  );
}

function StoredImport({ one }: { one: ImportDetails }) {
  const { type, account, status, error } = one;
  const { rollBack, busy, dialog } = useRollback();
  const mends = useMends(one);
  return (
    <Page
      title={`Import ${importTypeLabels[type].toLowerCase()}`}
      back="/admin/imports"
      sub={
        <span className="line">
          <ImportSteps at={stepOf(one)} />
          <span className="cut">{account?.name}</span>
        </span>
      }
      actions={
        <>
          {one.rollback_url && !isMoving(one) && (
            <Button icon="undo" busy={busy} busyText="Undoing" onClick={() => void rollBack(one)}>
              Undo the import
            </Button>
          )}
          <ButtonLink to="/admin/imports/new" className="import-other">
            Import another file
          </ButtonLink>
        </>
      }
      foot={<Foot one={one} isMending={mends.isPending} />}
    >
      <div className="stack">
        {isMoving(one) && <ImportProgress one={one} />}
        <Result one={one} />
        {error && (status === 'failed' || status === 'checked') && <Banner tone={status === 'failed' ? 'wrong' : 'warn'}>{error}</Banner>}
        <RollbackCard one={one} />
        <CheckCard one={one} mends={mends} />
        <AboutCard one={one} />
        <LogCard one={one} />
      </div>
      {dialog}
    </Page>
  );
}

/** The current step of an import, counted from 0. */
function stepOf({ status, started_at }: ImportDetails): number {
  if (isRunning({ status })) return 2;
  if (started_at === null) return 1;
  return status === 'failed' ? 2 : 3;
}

/** The changes that a run has made, shown once the run is done. */
function Result({ one: { status, progress, type } }: { one: ImportDetails }) {
  if (status !== 'done') return null;
  return (
    <Banner tone="done" action={<ButtonLink to="/admin/imports">All imports</ButtonLink>}>
      <strong>The import is done.</strong> {countsText(progress)}
      {isUndoable(type) && ' It can be undone.'}
    </Banner>
  );
}

/** The numbers of rows that a run has added, changed, archived, not changed or left out, as a sentence. */
function countsText({ new: created, changed, archived, unchanged, failed }: ImportDetails['progress']): string {
  const parts = [`${formatCount(created)} new`, `${formatCount(changed)} changed`];
  if (archived) parts.push(`${formatCount(archived)} archived`);
  if (unchanged) parts.push(`${formatCount(unchanged)} as they were`);
  if (failed) parts.push(`${formatCount(failed)} left out with errors`);
  return `${parts.join(', ')}.`;
}

/** The text of the button, with the number of rows to import and the number of people to archive. */
function actionText(rows: number, missing: number): string {
  if (rows === 0 && missing === 0) return 'Nothing to import';
  if (rows === 0) return `Archive ${countText(missing, 'person', 'people')}`;
  return missing === 0 ? `Import ${countText(rows, 'row')}` : `Import ${countText(rows, 'row')}, archive ${formatCount(missing)}`;
}

/** Says that rows with errors are left out, and whether the import can be undone. */
const promiseText = ({ check, type }: ImportDetails): string =>
  [...(check?.faulty ? ['Rows with errors are left out.'] : []), ...(isUndoable(type) ? ['The import can be undone'] : [])].join(' ');

/** The next step: run a checked import, or continue a run that ended early. */
function Foot({ one, isMending }: { one: ImportDetails; isMending: boolean }) {
  const { id, status, check, expected, started_at, progress } = one;
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const { write, busy } = useWrite({
    send: runImport,
    refresh: [['imports']],
    onSaved: () => setIsAsking(false),
    onRefused: ({ code }) => {
      if (code !== 'import_brake') return false;
      // Somebody else has changed the import, so the number of people to confirm has changed too.
      void queries.invalidateQueries({ queryKey: ['imports'] });
      setIsAsking(true);
      return true;
    },
  });
  const rows = (check?.new ?? 0) + (check?.changed ?? 0) + (check?.archived ?? 0) - (check?.missing ?? 0);
  const canRun = checkRunImport(one).ok;
  const run = (confirm_changes?: number) => void write({ id, skip_faulty: true, ...(confirm_changes !== undefined && { confirm_changes }) });
  if (started_at !== null && !canRun)
    return (
      <>
        <ImportStatusBadge status={status} />
        <span>{countsText(progress)}</span>
      </>
    );
  if (!canRun || !check) return <ImportStatusBadge status={status} />;
  return (
    <>
      <span>
        <strong>
          {formatCount(check.new)} new, {formatCount(check.changed)} changed
          {check.archived > 0 && `, ${formatCount(check.archived)} archived`}
        </strong>
        {check.faulty > 0 && `, ${formatCount(check.faulty)} with errors`}
      </span>
      <span className="push line">
        <span className="note import-promise">{isMending ? 'What was put right is checked first' : promiseText(one)}</span>
        <Button
          look="primary"
          busy={busy}
          disabled={isMending || (status === 'checked' && rows === 0 && check.missing === 0)}
          onClick={() => (expected === null ? run() : setIsAsking(true))}
        >
          {status === 'failed' ? 'Go on with the import' : actionText(rows, check.missing)}
        </Button>
      </span>
      {isAsking && expected !== null && (
        <Brake expected={expected} missing={check.missing} busy={busy} onConfirm={run} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

/** Asks for confirmation before many people are changed or archived: the person has to type the number. */
function Brake(props: { expected: number; missing: number; busy: boolean; onConfirm: (n: number) => void; onClose: () => void }) {
  const { expected, missing, busy, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const isRight = typed.trim().replaceAll(',', '') === String(expected);
  return (
    <Dialog
      open
      title={`Change or archive ${countText(expected, 'person', 'people')}?`}
      icon={{ name: 'alert', tone: 'warn' }}
      closable={!busy}
      asksFirst={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onConfirm(expected);
      }}
      actions={
        <>
          <Button onClick={onClose}>Do not import</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!isRight}>
            Import
          </Button>
        </>
      }
    >
      <div className="flow">
        <p>{importMessages.brake(expected)}</p>
        {missing > 0 && (
          <p>
            {countText(missing, 'person', 'people')} of the account {missing === 1 ? 'is' : 'are'} missing from the file and will be archived. Check
            that the file is whole.
          </p>
        )}
        <TextField
          label={`Type ${expected}`}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          required
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Shows the file of an import, the options of the import, and the fields that the file's columns fill. */
function AboutCard({ one }: { one: ImportDetails }) {
  const { file_name, columns, type, sheet, header_row, mapping_name, complete, create_missing, update_employees, creator, created_at, token } = one;
  const used = columns.filter(({ field }) => field !== null);
  const choices = [
    type === 'employees' && (update_employees ? 'People who are here already are changed' : 'People who are here already stay as they are'),
    complete && 'Whoever is missing is archived',
    create_missing && 'Missing roles and sets are made',
  ].filter(Boolean);
  return (
    <section className="card import-source" aria-label="About the file">
      <header>
        <h2 className="cut">{file_name}</h2>
        <span className="note">
          {used.length} of {countText(columns.length, 'column')} used
        </span>
      </header>
      <div className="in-card flow">
        <p className="sub">
          Uploaded <DateText value={created_at} form="moment" /> by {token ? `${token} (API token of ${creator.name})` : creator.name}
          {sheet && `, sheet ${sheet}`}, column names in row {header_row}
          {mapping_name && `, mapping ${mapping_name}`}
        </p>
        {choices.length > 0 && <p className="sub">{choices.join('. ')}.</p>}
        <ul className="plain import-mapping">
          {used.map(({ heading, field }) => (
            <li key={field}>
              <span className="cut">{heading || 'Column without a name'}</span>
              <span aria-hidden="true"> → </span>
              <span className="sr"> becomes </span>
              <strong>{importFields[type][field ?? '']?.label}</strong>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function LogCard({ one: { log, log_download_url } }: { one: ImportDetails }) {
  return (
    <section className="card" aria-label="Log">
      <header>
        <h2>Log</h2>
        <a className="btn sm push" href={log_download_url} download>
          <Icon name="download" />
          As CSV
        </a>
      </header>
      <ul className="plain in-card import-log">
        {log.map(({ datetime, message }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
          <li key={`${datetime}:${log.length - place}`} className="line">
            <span className="sub nowrap">
              <DateText value={datetime} form="moment" />
            </span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
