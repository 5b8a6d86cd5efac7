import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { formatDate } from '../../shared/uk-time.ts';
import { readAccount } from '../api/accounts.ts';
import { useOrderUsual } from '../api/use-order-usual.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { leftOn } from '../ui/left-on.ts';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { AllowancesCard } from './allowances-card.tsx';
import type { Person } from './client.ts';
import { CollectionsCard } from './collections-card.tsx';
import { BudgetsCard, ChangesCard, PersonCard } from './facts-cards.tsx';
import { HeldCard } from './held-card.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { OpenOrdersCard, OpenReturnsCard } from './open-cards.tsx';
import { SizesCard } from './sizes-card.tsx';
import { useWearerScreens } from './use-wearer-screens.ts';
import { WearerRecord } from './wearer-record.tsx';
import { WhyCard } from './why-card.tsx';
import './wearers.css';

/** A wearer: held items, offered products, budgets, sizes, open orders, open returns, and the changes to the wearer's record. */
export default function WearerPage() {
  return <WearerRecord>{(person) => <Wearer person={person} />}</WearerRecord>;
}

function Wearer({ person }: { person: Person }) {
  const { accountId } = useParams();
  const screens = useWearerScreens(person);
  const isPhone = useIsPhone();
  const session = useSession();
  const usual = useOrderUsual();
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  // If the address has another account than the person's, it is replaced by the address with the person's account.
  if (accountId !== undefined && accountId !== String(person.account_id)) return <Navigate to={screens.own} replace />;
  const { can, employee_number, name, sites } = person;
  const place = accountId === undefined ? sites[0]?.name : account.data?.name;
  const ending = endingOf(person);
  const isLeaving = person.leaves_on !== null || person.is_archived;
  // The office starts orders for a client on its own screens.
  const mayOrder =
    !person.is_archived && leftOn(person.leaves_on) === null && !screens.isOffice && (session.can('order_for_others') || screens.isSelf);
  const changes = (can.edit || can.restore) && <ChangesCard person={person} />;
  return (
    <Page
      title={name}
      back={screens.back}
      sub={
        <>
          {employee_number && <span className="code">{employee_number}</span>}
          {employee_number && place && ' · '}
          {place}
        </>
      }
      actions={
        can.edit && (
          <ButtonLink to={screens.edit} look={isPhone ? 'quiet' : 'plain'}>
            Edit
          </ButtonLink>
        )
      }
      primary={
        mayOrder && (
          <Button
            look="primary"
            icon="retry"
            className={isPhone ? 'grow' : undefined}
            busy={usual.busy}
            busyText="Starting…"
            onClick={() => usual.write([person.id])}
          >
            Order the usual
          </Button>
        )
      }
    >
      {ending && (
        <div className="wearer-ending">
          <Banner tone="warn" live={false}>
            {ending}
          </Banner>
        </div>
      )}
      <div className="wearer">
        {can.edit && (
          <div className="wearer-part asks">
            <WhyCard person={person} />
          </div>
        )}
        <div className="wearer-part holds">
          {isLeaving && <HoldingsCard person={person} />}
          {isLeaving && <CollectionsCard person={person} mayOpen={session.can('open_collections')} />}
          <HeldCard person={person} screens={screens} />
          <OpenOrdersCard person={person} screens={screens} />
          <OpenReturnsCard person={person} screens={screens} />
          {!isPhone && changes}
        </div>
        <div className="wearer-part is">
          <PersonCard person={person} screens={screens} />
          <AllowancesCard person={person} mayOrder={mayOrder} />
          <BudgetsCard person={person} />
          <SizesCard person={person} screens={screens} />
          {isPhone && changes}
        </div>
      </div>
    </Page>
  );
}

/** The text about the end of somebody’s employment; null if no end is known. */
function endingOf({ name, is_archived, leaves_on }: Person): string | null {
  if (is_archived) return `${name} is archived and orders nothing. What they hold can still be returned.`;
  if (leaves_on === null) return null;
  const left = leftOn(leaves_on);
  return left
    ? `${name} ${left}. Nothing new is ordered for them, and what they hold is to be returned.`
    : `${name} leaves on ${formatDate(leaves_on)}. From then on nothing new is ordered for them.`;
}
