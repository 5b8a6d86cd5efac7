import type { QueryKey } from '@tanstack/react-query';
import { type NewNote, type Note, newNote } from '../../shared/note.ts';
import { IconButton } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { Once } from './transport.ts';
import { useForm } from './use-form.ts';
import { useWrite } from './use-write.ts';

interface NotesCardProps {
  /** Newest first. */
  notes: readonly Note[];
  add: (note: NewNote, options: Once) => Promise<unknown>;
  remove: (id: number, options: Once) => Promise<unknown>;
  /** The queries that hold the notes. */
  refresh: readonly QueryKey[];
}

/** The notes of the office about a record, newest first, and a field for the next one. */
export function NotesCard({ notes, add, remove, refresh }: NotesCardProps) {
  const { ask, dialog } = useConfirm();
  const form = useForm({
    schema: newNote,
    values: { comment: '' },
    send: add,
    success: 'Note saved',
    refresh,
    onSaved: () => form.reset(),
  });
  const removal = useWrite({ send: remove, success: 'Note Deleted', refresh });
  const askRemove = async ({ id, comment }: Note): Promise<void> => {
    if (await ask({ title: 'Delete this note?', body: <p>{comment}</p>, action: 'Delete', destroys: true })) void removal.write(id);
  };
  return (
    <section className="card">
      <header>
        <h2>Notes</h2>
        <span className="push note">{notes.length}</span>
      </header>
      {notes.length === 0 ? (
        <p className="in-card note">No notes added</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
        <ul className="notes" tabIndex={0} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id}>
              <div className="line">
                <strong>{note.commentator.name}</strong>
                <span className="note">
                  <DateText value={note.created_at} form="moment" />
                </span>
                {note.can.delete && (
                  <IconButton
                    icon="trash"
                    size="sm"
                    className="push"
                    label={`Delete note: ${note.comment}`}
                    disabled={removal.busy}
                    onClick={() => void askRemove(note)}
                  />
                )}
              </div>
              <p>{note.comment}</p>
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
