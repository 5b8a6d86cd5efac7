import { type ComponentProps, lazy, Suspense } from 'react';
import { useFetchedAhead } from '../ui/fetched-ahead.ts';

const fetchDialog = () => import('./edit-dispatch-dialog.tsx');
const Opened = lazy(fetchDialog);

type OpenedProps = ComponentProps<typeof Opened>;

/** The dialog that edits a dispatch. It is loaded after the list, so that the floor's screen does not wait for the dialog's schema. */
export function EditDispatchOnDemand({ dispatch, ...rest }: Omit<OpenedProps, 'dispatch'> & { dispatch: OpenedProps['dispatch'] | null }) {
  useFetchedAhead(fetchDialog);
  return (
    dispatch && (
      <Suspense fallback={null}>
        <Opened dispatch={dispatch} {...rest} />
      </Suspense>
    )
  );
}
