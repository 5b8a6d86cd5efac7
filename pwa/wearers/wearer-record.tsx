import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { RecordPage } from '../ui/record-page.tsx';
import { type Person, readPerson } from './client.ts';

/** Loads the person in the address, which may be the office's address of a wearer or the client's. */
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
