import { z } from 'zod';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { wordsText } from './text.ts';

/** The body of a request for a new note. */
export const newNote = z.object({ comment: wordsText(limits.notes, messages.at_most(limits.notes)).min(1, messages.note_needed) });
export type NewNote = z.infer<typeof newNote>;

/** A note of the office about a record. */
export const note = newNote.extend({
  id: z.int(),
  commentator: z.object({ id: z.int(), name: z.string() }),
  created_at: z.string(),
  can: z.object({ delete: z.boolean() }),
});
export type Note = z.infer<typeof note>;
