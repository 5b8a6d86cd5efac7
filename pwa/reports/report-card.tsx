import { type ReactNode, useId, useState } from 'react';
import type { ZodType } from 'zod';
import { Button } from '../ui/button.tsx';
import { startRun } from './runs.ts';

/** The values of a form by name, as the address of a report carries them; empty values are left out. */
export type Sent = Record<string, string | number | boolean | undefined>;

const addressOf = (path: string, sent: Sent): string => {
  const params = Object.entries(sent).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return `${path}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`;
};

const asText = (sent: Sent): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])));

interface ReportCardProps {
  title: string;
  /** What the report contains, in a sentence. */
  description: string;
  path: string;
  sent: Sent;
  /** The same rules as the server's. */
  schema: ZodType;
  /** The filters as text. */
  about: string;
  button: string;
  onClear: () => void;
  children: (errors: Record<string, string>) => ReactNode;
}

/** One report: its filters, and the button that requests it. */
export function ReportCard({ title, description, path, sent, schema, about, button, onClear, children }: ReportCardProps) {
  const heading = useId();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const generate = () => {
    const checked = schema.safeParse(asText(sent));
    const faults: Record<string, string> = {};
    for (const issue of checked.error?.issues ?? []) faults[String(issue.path[0] ?? '')] ??= issue.message;
    setErrors(faults);
    if (checked.success) void startRun(title, about, addressOf(path, sent)).then((error) => error && setErrors(error.first_messages));
  };
  return (
    <form
      className="card report-card"
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
      </header>
      <div className="in-card report-fields">
        <p className="sub report-says">{description}</p>
        {children(errors)}
      </div>
      <footer>
        <Button
          look="quiet"
          onClick={() => {
            setErrors({});
            onClear();
          }}
        >
          Clear
        </Button>
        <Button type="submit" look="primary" className="push">
          {button}
        </Button>
      </footer>
    </form>
  );
}
