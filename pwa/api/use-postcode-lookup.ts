import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import type { PostcodeRoutes } from '../../server/addresses/routes.ts';
import { answer } from './answer.ts';
import { asApiError } from './api-error.ts';
import { overTheWire } from './transport.ts';

const postcodes = hc<PostcodeRoutes>('/api/postcode', overTheWire);
const findPostcode = (postcode: string, signal: AbortSignal) => answer(postcodes.index.$get({ query: { postcode } }, { init: { signal } }));

/**
 * A field that finds the known addresses of a postcode. Enter or a call of `find` starts the search; Enter does not send the form. `hasNone` is true
 * if no address is known.
 */
export function usePostcodeLookup() {
  const [text, setText] = useState('');
  const [postcode, setPostcode] = useState('');
  const typed = text.trim();
  const { data, error, isError, isFetching } = useQuery({
    queryKey: ['postcode', postcode],
    queryFn: ({ signal }) => findPostcode(postcode, signal),
    enabled: postcode !== '',
    retry: false,
  });
  const fault = isError && postcode === typed ? asApiError(error) : null;
  return {
    typed,
    postcode,
    find: setPostcode,
    isFetching,
    items: data?.items ?? [],
    hasNone: data?.items.length === 0,
    field: { label: 'Find by postcode', error: fault ? (fault.first_messages.postcode ?? fault.message) : null },
    input: {
      value: text,
      maxLength: 10,
      autoComplete: 'off',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => setText(target.value.toUpperCase()),
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        setPostcode(typed);
      },
    },
  };
}
