import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';
import { SkeletonText } from './skeleton.tsx';

/** A read in its three states: loading, also on a retry (the frame stays), failed with Retry, loaded. */
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
