import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type Duplicates, findDuplicates } from './client.ts';

/** The values that are typed for a new person and compared with existing people. */
export interface Typed {
  forenames: string;
  surname: string;
  email: string;
  number: string;
}

/** Returns the last text that stayed unchanged for `limits.search_wait`. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), limits.search_wait);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds the existing person who may be the one being added. `typed` is null for a stored person. */
export function useDuplicates(typed: Typed | null, account_id: number | undefined) {
  const text = JSON.stringify(typed && Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])));
  const settled = JSON.parse(useSettled(text)) as Typed | null;
  const isAsked = settled !== null && Boolean(settled.email || settled.number || (settled.forenames && settled.surname));
  const query = useQuery({
    queryKey: ['duplicates', account_id, settled],
    queryFn: ({ signal }) => findDuplicates({ ...settled, account_id }, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // The same text is checked again each time, because the answer may change within a minute.
    staleTime: 0,
  });
  const duplicates: Duplicates = (isAsked && query.data) || { problems: [], user: null, can_add: true };
  const [settledOn, setSettledOn] = useState<string | null>(null);
  const { user, problems, can_add } = duplicates;
  const key = JSON.stringify([user?.id, problems]);
  const isOpen = problems.length > 0 && settledOn !== key;
  const has = (message: string): string | undefined => (isOpen && problems.includes(message) ? message : undefined);
  return {
    /** The error of each of these fields, until somebody decides whether the two people are the same. */
    email: has(messages.email_taken),
    employee_number: has(messages.number_taken),
    surname: has(messages.name_taken),
    /** The values that the new person shares with an existing one, until somebody decides whether the two are the same. */
    problems: isOpen ? problems : [],
    /** The existing person who may be the same as the new person; null once somebody has decided. */
    match: isOpen ? user : null,
    /** Says which value to correct if the new person is somebody else, but has the email address or employee number of the existing person. */
    correction: problems.includes(messages.email_taken) ? 'Enter another email address.' : 'Enter another employee number.',
    /** Records that the new person is not the existing one; null if an equal email address or employee number shows that they are the same. */
    setOther: !can_add ? null : () => setSettledOn(key),
  };
}
