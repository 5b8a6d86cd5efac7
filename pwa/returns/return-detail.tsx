import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readReturn } from './client.ts';
import { ReturnActs } from './return-acts.tsx';
import { ReturnSheet } from './return-sheet.tsx';

/** One return: what was returned, why, and what was decided. It can be withdrawn until its items arrive. */
export default function ReturnDetail() {
  const { id = '' } = useParams();
  const isPhone = useIsPhone();
  // The office has a separate list.
  const list = useSession().can('decide_returns') ? '/admin/returns' : '/returns';
  const query = useQuery({ queryKey: ['returns', 'one', id], queryFn: ({ signal }) => readReturn(id, signal) });
  const data = query.data;
  return (
    <Page
      title={
        data ? (
          <>
            Return <span className="code">{data.return_number}</span>
          </>
        ) : (
          'Return'
        )
      }
      name={data ? `Return ${data.return_number}` : 'Return'}
      sub={data && `Order ${data.order.order_number}`}
      primary={
        <ButtonLink to={list} className={isPhone ? 'grow' : undefined}>
          Back to Returns
        </ButtonLink>
      }
    >
      <Loaded query={query} noun="return" waiting={<SkeletonText lines={8} />}>
        {(one) => (
          <ReturnSheet one={one} orderHref={`/orders/${one.order.uuid}`} exchangeHref={(uuid) => `/orders/${uuid}`}>
            <ReturnActs one={one} list={list} />
          </ReturnSheet>
        )}
      </Loaded>
    </Page>
  );
}
