import { useId, useState } from 'react';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { type ReportFormat, reportFormats } from '../../shared/reports/report-queries.ts';
import { Button } from '../ui/button.tsx';
import { DayFields, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';

const noChoice = { ...noDays, format: reportFormats[0] as ReportFormat };

/** The report of what was shipped, for the people who write the invoices: a link that opens in a new tab. */
export function InvoiceReport() {
  const heading = useId();
  const [choice, setChoice] = useState(noChoice);
  const { start, end, format } = choice;
  const days = [start, end].filter(Boolean);
  const isReady = days.length > 0 && days.every((day) => parseTypedDate(day));
  const address = `/admin/reports/invoice/export?start=${start}&end=${end}${format === 'csv' ? '' : `&format=${format}`}`;
  return (
    <section className="card report-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>Invoice report</h2>
      </header>
      <div className="in-card report-fields">
        <p className="sub report-says">
          What was shipped from the first of these days to the last, by client or site, without samples and what is not invoiced.
        </p>
        <DayFields
          form={{
            values: choice,
            field: (name) => ({ value: choice[name], onChange: ({ target }) => setChoice({ ...choice, [name]: target.value }) }),
            fill: (chosenDays) => setChoice({ ...choice, ...chosenDays }),
          }}
        />
        <FormatChoice value={format} onChange={(next) => setChoice({ ...choice, format: next })} />
      </div>
      <footer>
        <Button look="quiet" onClick={() => setChoice(noChoice)}>
          Clear
        </Button>
        {isReady ? (
          <a className="btn primary push" href={address} target="_blank" rel="noreferrer">
            {generateText(format)}
          </a>
        ) : (
          <Button look="primary" className="push" disabled>
            {generateText(format)}
          </Button>
        )}
      </footer>
    </section>
  );
}
