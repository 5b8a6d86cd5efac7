import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import { Form, type FormState, Submit } from './form.tsx';
import { Page, type PageProps } from './page.tsx';
import { useIsPhone } from './use-media.ts';

interface FormPageProps extends Pick<PageProps, 'title' | 'back' | 'sub' | 'actions' | 'strip'> {
  form: FormState & { isDirty: boolean };
  /** The record that is changed; undefined for a new one. */
  stored: (object & { archived?: boolean }) | undefined;
  /** Shown above the form and not saved with it, such as the next step for the record. */
  above?: ReactNode;
  /** Replaces *Save* if another button sends the form. */
  submit?: ReactNode;
  /** Shown beside the form and not saved with it, such as notes. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page that is one form, with *Save* as its next step. */
export function FormPage({ form, stored, sub, submit, above, beside, children, ...page }: FormPageProps) {
  const isPhone = useIsPhone();
  const nothing = stored ? messages.nothing_changed : 'Nothing is entered yet.';
  const save = submit ?? (
    <Submit form={form} block={isPhone} busyText="Saving" waits={form.isDirty ? null : nothing}>
      Save
    </Submit>
  );
  // A phone has no room for the badge *Archived* beside the button that restores the record, so this line says it.
  const line = isPhone && stored?.archived ? <>{sub} · Archived</> : sub;
  return (
    <Page {...page} sub={line} primary={save}>
      <div className={beside ? 'split' : undefined}>
        <div className="stack sections-column">
          {above}
          <Form form={form} className="card sections">
            {children}
          </Form>
        </div>
        {beside}
      </div>
    </Page>
  );
}

/** A group of form fields under a heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    <div className="fields">{children}</div>
  </fieldset>
);
