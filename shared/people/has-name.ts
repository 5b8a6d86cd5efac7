import { messages } from '../messages.ts';

interface Names {
  forenames?: string | undefined;
  surname?: string | undefined;
}

/** Whether at least one of the two names is filled in. A person may have only one name, in either field. */
export const hasName = ({ forenames, surname }: Names): boolean => forenames !== '' || surname !== '';
export const noName = { path: ['surname'], message: messages.name_needed };
