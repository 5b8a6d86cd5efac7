import { newSupplierComment, type SupplierComment, type SupplierWithComments } from '../../shared/suppliers/supplier.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { IconButton } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { suppliers } from './client.ts';

const refresh = [['suppliers', 'one']];

/** The notes of the office about a supplier, newest first, and a field for the next one. */
export function SupplierNotes({ supplier: { id, comments } }: { supplier: SupplierWithComments }) {
  const { ask, dialog } = useConfirm();
  const param = { id: String(id) };
  const form = useForm({
    schema: newSupplierComment,
    values: { comment: '' },
    send: (json, options) => answer(suppliers[':id'].comments.$post({ param, json }, options)),
    success: 'Note saved',
    refresh,
    onSaved: () => form.reset(),
  });
  const remove = useWrite({
    send: ({ id: commentId }: SupplierComment, options) =>
      answer(suppliers[':id'].comments[':commentId'].$delete({ param: { ...param, commentId: String(commentId) } }, options)),
    success: 'Note Deleted',
    refresh,
  });
  const askRemove = async (comment: SupplierComment): Promise<void> => {
    if (await ask({ title: 'Delete this note?', body: <p>{comment.comment}</p>, action: 'Delete', destroys: true })) void remove.write(comment);
  };
  return (
    <section className="card">
      <header>
        <h2>Notes</h2>
        <span className="push note">{comments.length}</span>
      </header>
      {comments.length === 0 ? (
        <p className="in-card note">No notes added</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
        <ul className="notes" tabIndex={0} aria-label="Notes">
          {comments.map((comment) => (
            <li key={comment.id}>
              <div className="line">
                <strong>{comment.commentator.name}</strong>
                <span className="note">
                  <DateText value={comment.created_at} form="moment" />
                </span>
                {comment.can.delete && (
                  <IconButton
                    icon="trash"
                    size="sm"
                    className="push"
                    label={`Delete note: ${comment.comment}`}
                    disabled={remove.busy}
                    onClick={() => void askRemove(comment)}
                  />
                )}
              </div>
              <p>{comment.comment}</p>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} className="in-card flow">
        <TextArea label="New note" hint="Only the office sees notes" rows={2} {...form.field('comment')} />
        <div className="line">
          <Submit form={form} className="push" look="plain" busyText="Saving">
            Add note
          </Submit>
        </div>
      </Form>
      {dialog}
    </section>
  );
}
