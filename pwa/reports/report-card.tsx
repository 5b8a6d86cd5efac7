import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, type FormState, Submit } from '../ui/form.tsx';

interface ReportCardProps {
  form: FormState & { title: string; reset: () => void };
  /** What the report contains, in a sentence. */
  description: string;
  button: string;
  /** Why the report cannot be requested yet. */
  waits?: string | null;
  children: ReactNode;
}

/** One report: its filters, and the button that requests it. */
export function ReportCard({ form, description, button, waits = null, children }: ReportCardProps) {
  const heading = useId();
  return (
    <Form form={form} className="card report-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{form.title}</h2>
      </header>
      <div className="in-card report-fields">
        <p className="sub report-says">{description}</p>
        {children}
      </div>
      <footer>
        <Button look="quiet" onClick={() => form.reset()}>
          Clear
        </Button>
        <Submit form={form} className="push" waits={waits}>
          {button}
        </Submit>
      </footer>
    </Form>
  );
}
