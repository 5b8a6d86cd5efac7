import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** The page for an address that does not exist, or that this person may not see. */
export default function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <ButtonLink to="/" look="primary">
            Go to the start page
          </ButtonLink>
        }
      >
        <p>The link may be old, or your role does not have access to the page.</p>
      </EmptyState>
    </Page>
  );
}
