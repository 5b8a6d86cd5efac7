import { useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Chosen, EmployeeChoice } from './employee-choice.tsx';
import { useStartOrder } from './start-order.tsx';
import './ordering.css';

/** The people whom an order is for: at least one, then it begins. */
export default function ChooseWearers() {
  const [selection, setChosen] = useState<Chosen>(new Map());
  const [search, setSearch] = useState('');
  const start = useStartOrder();
  const { can } = useSession();
  const isPhone = useIsPhone();
  return (
    <Page
      title="Who is it for?"
      name="New order"
      back="/orders"
      actions={
        can('edit_people') && (
          <ButtonLink to="/employees/create" icon="plus" iconOnly={isPhone} aria-label="New Employee">
            {isPhone ? undefined : 'New Employee'}
          </ButtonLink>
        )
      }
      foot={
        <>
          <p className="grow" id="chosen-people">
            {selection.size === 0 ? (
              <span className="note">Choose at least one person</span>
            ) : (
              <strong>{countText(selection.size, 'person', 'people')}</strong>
            )}
          </p>
          <Button
            look="primary"
            disabled={selection.size === 0}
            aria-describedby="chosen-people"
            busy={start.busy}
            busyText="Starting…"
            onClick={() => void start.write([...selection.keys()])}
          >
            Start Order
          </Button>
        </>
      }
    >
      <EmployeeChoice editable={can('edit_people')} chosen={selection} onChange={setChosen} search={search} onSearch={setSearch} />
    </Page>
  );
}
