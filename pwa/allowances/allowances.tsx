import { useParams } from 'react-router';
import { AllowanceForm } from './allowance-form.tsx';
import { AllowanceList } from './allowance-list.tsx';

/** The allowances of a client, or the form for one of them. One file for both, because each further one makes the app's first file longer. */
export default function Allowances() {
  return useParams().id === undefined ? <AllowanceList /> : <AllowanceForm />;
}
