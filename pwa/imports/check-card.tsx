import type { FormEvent } from 'react';
import { checkFixImport } from '../../shared/imports/fix-import.ts';
import type { ImportChange, ImportDetails, ImportFault, ImportWarning } from '../../shared/imports/import.ts';
import { importFields } from '../../shared/imports/import-fields.ts';
import { limits } from '../../shared/limits.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { cellOf, type Mends } from './use-mends.ts';

/** Says in how many rows each field changes. The field with the most changes comes first. */
function changesText({ check, type }: ImportDetails): string {
  const labels = importFields[type];
  return Object.entries(check?.fields ?? {})
    .sort(([, one], [, other]) => other - one)
    .map(([field, n]) => `${labels[field]?.label ?? field} ${formatCount(n)}`)
    .join(', ');
}

/**
 * Gives each fault a key made of its cell and a count, because a cell may have several faults. The key stays the same when faults of other cells
 * are corrected, so that the field in which somebody types is not replaced.
 */
function withKeys(faults: readonly ImportFault[]): { key: string; fault: ImportFault }[] {
  const used = new Map<string, number>();
  return faults.map((fault) => {
    const cell = cellOf(fault);
    const count = (used.get(cell) ?? 0) + 1;
    used.set(cell, count);
    return { key: `${cell}:${count}`, fault };
  });
}

/** Shows the changes that importing the whole file would make, and the file's errors, each with a field that corrects it. */
export function CheckCard({ one, mends }: { one: ImportDetails; mends: Mends }) {
  const { check, columns, total_rows, log_download_url } = one;
  const { canMend, values, busy, set } = mends;
  if (!check) return null;
  const checkAgain = (event?: FormEvent): void => {
    event?.preventDefault();
    mends.check();
  };
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
          {checkFixImport(one).ok && <ButtonLink to={`/admin/imports/new?again=${one.id}`}>Change the columns</ButtonLink>}
          {check.faulty > 0 && (
            <a className="btn" href={log_download_url} download>
              <Icon name="download" />
              Errors as CSV
            </a>
          )}
          {canMend && check.faulty > 0 && (
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
          {mended > 0 && <p>{mended} put right, and checked again in a moment</p>}
        </div>
      </div>
      {check.changes.length > 0 && <Changes changes={check.changes} type={one.type} />}
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
                {canMend && <col className="mend" />}
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
                  {canMend && <th scope="col">Put right here</th>}
                </tr>
              </thead>
              <tbody>
                {withKeys(check.faults).map(({ key, fault }) => {
                  const { column } = fault;
                  const heading = column === null ? 'No column' : (columns[column]?.heading ?? `Column ${column + 1}`);
                  return (
                    <tr key={key}>
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
                      {canMend && (
                        <td>
                          {column === null ? (
                            <span className="note">Change the columns</span>
                          ) : (
                            <Mend
                              fault={fault}
                              heading={heading}
                              value={values.get(cellOf(fault))?.value}
                              onChange={(value) => set(fault, value)}
                              onLeave={mends.check}
                            />
                          )}
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

/** The changed fields of each row, with the stored and the new value of each field. */
function Changes({ changes, type }: { changes: readonly ImportChange[]; type: ImportDetails['type'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="import-scroll import-changes" aria-label="What changes" tabIndex={0}>
      <table className="table dense import-faults">
        <thead>
          <tr>
            <th scope="col" className="num">
              Row
            </th>
            <th scope="col">Who or what</th>
            <th scope="col">Field</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ row, key, field, before, after }) => (
            <tr key={`${row}:${field}`}>
              <td className="num sub">{row}</td>
              <td className="cut" title={key}>
                {key}
              </td>
              <td className="sub">{importFields[type][field]?.label ?? 'Invoice address'}</td>
              <td className="cut" title={before}>
                {before || <span className="note">Empty</span>}
              </td>
              <td className="strong cut" title={after}>
                {after || <span className="note">Empty</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length === limits.import_faults && <p className="in-card note">The first {changes.length} changes are shown.</p>}
    </section>
  );
}

/** Rows that will be imported, but whose bins somebody should check first. */
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
  onLeave,
}: {
  fault: ImportFault;
  heading: string;
  value: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const { suggestion } = fault;
  return (
    <span className="line import-mend">
      <input
        className="in"
        aria-label={`Row ${fault.row}, ${heading}`}
        value={value ?? fault.value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
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
