import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { asApiError } from '../api/api-error.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChooseSizes, type SizeChoice } from './choose-sizes.tsx';
import { readLink } from './client.ts';
import { DeadLink, whyDead } from './dead-link.tsx';
import { SizesPage } from './sizes-page.tsx';
import { SizesSent } from './sizes-sent.tsx';

/** A wearer's own page for the missing sizes, opened by the link in an email. */
export default function Sizes() {
  const { token = '' } = useParams();
  const [sentChoices, setSentChoices] = useState<SizeChoice[] | null>(null);
  const [died, setDied] = useState<string | undefined>();
  const query = useQuery({
    queryKey: ['size-link', token],
    queryFn: ({ signal }) => readLink(token, signal),
    // Another read must not overwrite the sizes that are chosen on the page.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The confirmation stays after sending, whatever the link returns afterwards.
  if (query.data && sentChoices) return <SizesSent link={query.data} chosen={sentChoices} />;
  if (died !== undefined) return <DeadLink why={whyDead(died)} />;
  if (query.data) return <ChooseSizes token={token} link={query.data} onSent={setSentChoices} onDead={(code) => setDied(code ?? '')} />;
  if (!query.isError || query.isFetching)
    return (
      <SizesPage title="Choose your sizes">
        <div className="sizes-waiting" aria-hidden="true">
          <Skeleton width="80%" />
          <span className="tile l skel" />
          <Skeleton width="60%" height={24} />
          <Skeleton width="100%" height={44} />
        </div>
      </SizesPage>
    );
  const error = asApiError(query.error);
  if (error.status === 404) return <DeadLink why={whyDead(error.code)} />;
  return (
    <SizesPage title="Choose your sizes">
      <LoadFailed noun="page" error={error} retry={() => void query.refetch()} />
    </SizesPage>
  );
}
