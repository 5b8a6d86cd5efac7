import { type FormEvent, useState } from 'react';
import type { ImportDetails, ImportFault, ImportFix, ImportWarning } from '../../shared/imports/import.ts';
import { importFields } from '../../shared/imports/import-fields.ts';
import { limits } from '../../shared/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { fixCells } from './client.ts';

const cellOf = ({ row, column }: Pick<ImportFault, 'row' | 'column'>): string => `${row}:${column}`;

/** In how many rows each field changes, the most frequent first. */
function changesText({ check, type }: ImportDetails): string {
  const labels = importFields[type];
  return Object.entries(check?.fields ?? {})
    .sort(([, one], [, other]) => other - one)
    .map(([field, n]) => `${formatCount(n)} ${(labels[field]?.label ?? field).toLowerCase()}`)
    .join(', ');
}

/** What the whole file would do, and its errors, each with a field in which it is put right. */
export function CheckCard({ one }: { one: ImportDetails }) {
  const { id, check, columns, total_rows, log_download_url, status } = one;
  const [values, setValues] = useState<ReadonlyMap<string, ImportFix>>(new Map());
  const { write, busy } = useWrite({
    send: fixCells,
    refresh: [['imports']],
    onSaved: () => setValues(new Map()),
  });
  const canFix = status === 'checked';
  useUnsavedGuard(canFix && values.size > 0);
  if (!check) return null;
  const checkAgain = (event?: FormEvent): void => {
    event?.preventDefault();
    if (values.size > 0 && !busy) void write({ id, fixes: [...values.values()] });
  };
  const set = ({ row, column, value: former }: ImportFault, value: string): void =>
    setValues((before) => {
      const next = new Map(before);
      if (value === former) next.delete(cellOf({ row, column }));
      else next.set(cellOf({ row, column }), { row, column, value });
      return next;
    });
  const mended = values.size;
  const stats = [
    { label: 'New', n: check.new },
    { label: 'Changed', n: check.changed, note: changesText(one) },
    { label: 'As they are already', n: check.unchanged },
    ...(check.archived
      ? [{ label: 'Archived', n: check.archived, note: check.missing ? `${formatCount(check.missing)} missing from the file` : 'Marked as leavers' }]
      : []),
  ];
  return (
    <section className="card import-check" aria-label="Check">
      <header>
        <h2>The whole file, checked</h2>
        <span className="note">All {countText(total_rows ?? 0, 'row')}</span>
        <span className="push line">
          {check.faulty > 0 && (
            <a className="btn" href={log_download_url} download>
              <Icon name="download" />
              Errors as CSV
            </a>
          )}
          {canFix && check.faulty > 0 && (
            <Button look={mended ? 'primary' : undefined} busy={busy} busyText="Checking" disabled={mended === 0} onClick={() => checkAgain()}>
              Check again
            </Button>
          )}
        </span>
      </header>
      <div className="import-stats">
        {stats.map(({ label, n, note }) => (
          <div key={label}>
            <p>{label}</p>
            <b>{formatCount(n)}</b>
            {note && <p>{note}</p>}
          </div>
        ))}
        <div className={check.faulty ? 'import-faulty' : undefined}>
          <p>With errors{check.faulty ? ', left out' : ''}</p>
          <b>{formatCount(check.faulty)}</b>
          {mended > 0 && <p>{mended} put right: check again to count them</p>}
        </div>
      </div>
      {check.warnings.length > 0 && <BinWarnings warnings={check.warnings} />}
      {check.faults.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
        <section className="import-scroll" aria-label="Errors" tabIndex={0}>
          <form onSubmit={checkAgain}>
            <table className="table dense import-faults">
              <colgroup>
                <col className="row" />
                <col className="who" />
                <col className="column" />
                <col className="value" />
                <col />
                {canFix && <col className="mend" />}
              </colgroup>
              <thead>
                <tr>
                  <th scope="col" className="num">
                    Row
                  </th>
                  <th scope="col">Who or what</th>
                  <th scope="col">Column</th>
                  <th scope="col">Value</th>
                  <th scope="col">What is wrong</th>
                  {canFix && <th scope="col">Put right here</th>}
                </tr>
              </thead>
              <tbody>
                {check.faults.map((fault, place) => {
                  const heading = columns[fault.column]?.heading ?? `Column ${fault.column + 1}`;
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two errors, which keep their places
                    <tr key={`${cellOf(fault)}:${place}`}>
                      <td className="num sub">{fault.row}</td>
                      <td className="cut" title={fault.key}>
                        {fault.key}
                      </td>
                      <td className="sub cut" title={heading}>
                        {heading}
                      </td>
                      <td className="strong cut" title={fault.value}>
                        {fault.value || <span className="note">Empty</span>}
                      </td>
                      <td className="import-wrap">{fault.message}</td>
                      {canFix && (
                        <td>
                          <Mend fault={fault} heading={heading} value={values.get(cellOf(fault))?.value} onChange={(value) => set(fault, value)} />
                        </td>
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </form>
        </section>
      )}
      {check.faults.length === limits.import_faults && (
        <p className="in-card note">The first {check.faults.length} errors are shown; all are in the CSV.</p>
      )}
    </section>
  );
}

/** Rows that are imported, whose bins somebody should look at before. */
function BinWarnings({ warnings }: { warnings: readonly ImportWarning[] }) {
  return (
    <section className="import-warnings" aria-label="Bins to look at">
      <Banner tone="warn">
        {countText(warnings.length, 'bin')} to look at. These rows are imported as they stand.
        {warnings.length === limits.import_faults && ' Only the first are shown.'}
      </Banner>
      <ul>
        {warnings.map(({ row, key, message }) => (
          <li key={row}>
            <span className="sub">Row {row}</span> <b>{key}</b> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mend({
  fault,
  heading,
  value,
  onChange,
}: {
  fault: ImportFault;
  heading: string;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const { suggestion } = fault;
  return (
    <span className="line import-mend">
      <input
        className="in"
        aria-label={`Row ${fault.row}, ${heading}`}
        value={value ?? fault.value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== undefined && (
        <span className="t-done" title="Put right">
          <Icon name="check" />
        </span>
      )}
      {suggestion && value !== suggestion && (
        <Button size="sm" onClick={() => onChange(suggestion)} aria-label={`Use ${suggestion} in row ${fault.row}`}>
          {suggestion}
        </Button>
      )}
    </span>
  );
}
