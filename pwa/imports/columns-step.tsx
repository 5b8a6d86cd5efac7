import type { ImportPreview } from '../../shared/imports/import.ts';
import { type ImportType, importFields } from '../../shared/imports/import-fields.ts';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';

/** Says whether a column's field was suggested, remembered or chosen. */
function Origin({ field, column }: { field: string | null; column: ImportPreview['columns'][number] }) {
  if (field === null) return <span className="note">{column.field === null ? 'No such field' : 'Left out'}</span>;
  if (field !== column.field) return <span className="note">Chosen</span>;
  if (!column.is_remembered) return <span className="t-accent">Suggested</span>;
  return (
    <span className="t-done line import-origin">
      <Icon name="check" />
      As before
    </span>
  );
}

/** The columns of a file with their first rows. Above each column, a person chooses which field the column fills. Only one column fills a field. */
export function ColumnsStep({
  type,
  preview,
  fields,
  onChange,
  error,
}: {
  type: ImportType;
  preview: ImportPreview;
  fields: readonly (string | null)[];
  onChange: (fields: (string | null)[]) => void;
  error: string | null;
}) {
  const { columns, rows } = preview;
  const used = fields.filter((field) => field !== null).length;
  const choose = (place: number, next: string | null): void =>
    onChange(fields.map((field, column) => (column === place ? next : field !== null && field === next ? null : field)));
  return (
    <section className="card import-columns" aria-label="Columns">
      <header>
        <h2>Columns</h2>
        <span className="note">
          {used} of {countText(columns.length, 'column')} used, first {countText(rows.length, 'row')}
        </span>
        <span className="push note">Choose above each column what it becomes</span>
      </header>
      {error && (
        <p className="in-card err" role="alert">
          {error}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className="import-scroll" aria-label="First rows" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              {columns.map((column, place) => {
                const heading = column.heading || `Column ${place + 1}`;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file keep their places
                  <th key={place} scope="col">
                    <div className="import-head">
                      <span className="cut strong" title={heading}>
                        {heading}
                      </span>
                      <select
                        className="in"
                        aria-label={`${heading} becomes`}
                        value={fields[place] ?? ''}
                        onChange={(event) => choose(place, event.target.value || null)}
                      >
                        <option value="">Leave out</option>
                        {Object.entries(importFields[type]).map(([name, { label }]) => (
                          <option key={name} value={name}>
                            {label}
                          </option>
                        ))}
                      </select>
                      <Origin field={fields[place] ?? null} column={column} />
                    </div>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              <tr key={row}>
                {columns.map(({ samples }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file keep their places
                  <td key={place} className={(fields[place] ?? null) === null ? 'note' : undefined} title={samples[line]}>
                    {samples[line] || <span className="note">Empty</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
