import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { Loaded } from './loaded.tsx';
import { Page } from './page.tsx';
import { SkeletonText } from './skeleton.tsx';

interface RecordPageProps<Stored> {
  /** The kind of record, such as *Supplier*: the title until it is loaded. */
  title: string;
  /** The address of the list that the record belongs to. */
  back: string;
  /** The start of the cache key; the id is added. */
  queryKey: QueryKey;
  read: (id: string, signal: AbortSignal) => Promise<Stored>;
  /** Shown in place of the screen while the record loads. */
  waiting?: ReactNode;
  /** The screen for the record; undefined means a new record. */
  children: (record: Stored | undefined) => ReactNode;
}

/** One screen for the stored record whose `:id` is in the address, and for a new record, whose address has no `:id`. */
export function RecordPage<Stored>({ title, back, queryKey, read, waiting = <SkeletonText lines={8} />, children }: RecordPageProps<Stored>) {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: [...queryKey, id], queryFn: ({ signal }) => read(id, signal), enabled: id !== '' });
  if (!id || query.data !== undefined) return <Fragment key={id}>{children(query.data)}</Fragment>;
  return (
    <Page title={title} back={back}>
      <Loaded query={query} noun={title.toLowerCase()} waiting={waiting}>
        {() => null}
      </Loaded>
    </Page>
  );
}
