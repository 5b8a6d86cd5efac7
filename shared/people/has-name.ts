import { messages } from '../messages.ts';

interface Names {
  forenames?: string | undefined;
  surname?: string | undefined;
}

/** Whether a person keeps a name where both are sent: a person may have one name, in either field. */
export const hasName = ({ forenames, surname }: Names): boolean => forenames !== '' || surname !== '';
export const noName = { path: ['surname'], message: messages.name_needed };
