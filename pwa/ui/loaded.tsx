import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';
import { SkeletonText } from './skeleton.tsx';

/** Shows a read as loading, as failed with the button Retry, or as loaded. A retry is shown as loading, and the frame stays. */
export function Loaded<Data>({
  query,
  noun,
  waiting = <SkeletonText />,
  children,
}: {
  query: UseQueryResult<Data>;
  noun: string;
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && !query.isFetching) return <LoadFailed noun={noun} error={query.error} retry={() => void query.refetch()} />;
  return waiting;
}
