import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

interface Caught {
  error: Error | null;
}

/** Replaces a screen that broke or whose code did not load. Use the address as `key`, so that another screen starts afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null };

  static getDerivedStateFromError(error: unknown): Caught {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isMissing = /dynamically imported module|Importing a module script failed|error loading/i.test(error.message);
    return (
      <Page title={isMissing ? 'This screen did not load' : 'Something went wrong'}>
        <EmptyState
          title={isMissing ? 'This screen did not load' : 'This screen stopped working'}
          action={
            <>
              <Button look="primary" icon="retry" onClick={() => window.location.reload()}>
                Load again
              </Button>
              <Button look="quiet" onClick={() => window.location.assign('/')}>
                Go to the start page
              </Button>
            </>
          }
        >
          {isMissing ? (
            <p>The connection was lost, or a newer version is there. What was saved stays saved.</p>
          ) : (
            <>
              <p>What was saved stays saved. If it happens again, tell us this:</p>
              <p className="well code error-text">{error.message}</p>
            </>
          )}
        </EmptyState>
      </Page>
    );
  }
}
