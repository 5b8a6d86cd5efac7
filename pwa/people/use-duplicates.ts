import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type Duplicates, findDuplicates } from './client.ts';

/** What is typed for a new person and compared with existing people. */
export interface Typed {
  forenames: string;
  surname: string;
  email: string;
  number: string;
}

/** A value once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), limits.search_wait);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds the existing person who may be the one that is being typed. `typed` is null for a stored person. */
export function useDuplicates(typed: Typed | null, account_id: number | undefined) {
  const text = JSON.stringify(typed && Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])));
  const settled = JSON.parse(useSettled(text)) as Typed | null;
  const isAsked = settled !== null && Boolean(settled.email || settled.number || (settled.forenames && settled.surname));
  const query = useQuery({
    queryKey: ['duplicates', account_id, settled],
    queryFn: ({ signal }) => findDuplicates({ ...settled, account_id }, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // The same text may have another answer a minute later.
    staleTime: 0,
  });
  const duplicates: Duplicates = (isAsked && query.data) || { problems: [], user: null, can_add: true };
  const [settledOn, setSettledOn] = useState<string | null>(null);
  const { user, problems, can_add } = duplicates;
  const key = JSON.stringify([user?.id, problems]);
  const isOpen = problems.length > 0 && settledOn !== key;
  const has = (message: string): string | undefined => (isOpen && problems.includes(message) ? message : undefined);
  return {
    /** The messages of the fields. */
    email: has(messages.email_taken),
    employee_number: has(messages.number_taken),
    surname: has(messages.name_taken),
    /** What the new person has in common with somebody, until it is decided. */
    problems: isOpen ? problems : [],
    /** Who it may be, until it is decided. */
    match: isOpen ? user : null,
    /** What to correct where it cannot be somebody else. */
    correction: problems.includes(messages.email_taken) ? 'Enter another email address.' : 'Enter another employee number.',
    /** Records that it is somebody else; null where that is impossible, because an email address and an employee number belong to one person. */
    setOther: !can_add ? null : () => setSettledOn(key),
  };
}
