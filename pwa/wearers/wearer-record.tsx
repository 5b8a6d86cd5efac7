import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { RecordPage } from '../ui/record-page.tsx';
import { type Person, readPerson } from './client.ts';

/** Loads the person whom the address of the page names. The office and a client have different addresses for the same wearer. */
export function WearerRecord({ children }: { children: (person: Person) => ReactNode }) {
  const { accountId } = useParams();
  return (
    <RecordPage
      title="Employee"
      back={accountId === undefined ? '/employees' : `/admin/accounts/${accountId}/employees`}
      queryKey={['person']}
      read={readPerson}
    >
      {(person) => person && children(person)}
    </RecordPage>
  );
}
