import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { noDays } from './day-fields.tsx';

/** What was shipped, for those who write the invoices: a link that opens in a new tab. */
export function InvoiceReport() {
  const heading = useId();
  const [{ start, end }, setDays] = useState(noDays);
  return (
    <section className="card report-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>Invoice report</h2>
      </header>
      <div className="in-card report-fields">
        <p className="sub report-says">
          What was shipped from the first of these days to the last, by client or site, without samples and what is not invoiced.
        </p>
        <div className="report-days">
          <TextField
            label="Start Date"
            type="date"
            max={end || undefined}
            value={start}
            onChange={({ target }) => setDays({ start: target.value, end })}
          />
          <TextField
            label="End Date"
            type="date"
            min={start || undefined}
            value={end}
            onChange={({ target }) => setDays({ start, end: target.value })}
          />
        </div>
      </div>
      <footer>
        <Button look="quiet" onClick={() => setDays(noDays)}>
          Clear
        </Button>
        {start || end ? (
          <a className="btn primary push" href={`/admin/reports/invoice/export?start=${start}&end=${end}`} target="_blank" rel="noreferrer">
            Generate CSV
          </a>
        ) : (
          <Button look="primary" className="push" disabled>
            Generate CSV
          </Button>
        )}
      </footer>
    </section>
  );
}
