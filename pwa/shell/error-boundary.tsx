import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

interface Caught {
  error: Error | null;
  /** True if the server did not respond when the person wanted to go on. */
  isUnreachable: boolean;
}

/** Whether the next page can be loaded: a service worker has it on the device, otherwise the server must respond. */
const canLoad = async (): Promise<boolean> =>
  Boolean(navigator.serviceWorker?.controller) ||
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Replaces a screen that threw an error or whose code did not load. Use the address as `key`, so that another screen starts afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null, isUnreachable: false };

  static getDerivedStateFromError(error: unknown): Pick<Caught, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** Calls `go` only if the next page can be loaded: otherwise the browser would show its own error page. */
  private readonly load = async (go: () => void): Promise<void> => {
    const isLoadable = await canLoad();
    this.setState({ isUnreachable: !isLoadable });
    if (isLoadable) go();
  };

  override render(): ReactNode {
    const { error, isUnreachable } = this.state;
    if (!error) return this.props.children;
    const isMissing = /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading/i.test(error.message);
    return (
      <Page title={isMissing ? 'This screen did not load' : 'Something went wrong'}>
        <EmptyState
          title={isMissing ? 'The connection was lost, or there is a newer version' : 'This screen stopped working'}
          action={
            <>
              <Button look="primary" icon="retry" onClick={() => void this.load(() => window.location.reload())}>
                Load again
              </Button>
              <Button look="quiet" onClick={() => void this.load(() => window.location.assign('/'))}>
                Go to the start page
              </Button>
            </>
          }
        >
          {isMissing ? (
            <p>What was saved stays saved.</p>
          ) : (
            <>
              <p>What was saved stays saved. If it happens again, tell us this:</p>
              <p className="well code error-text">{error.message}</p>
            </>
          )}
          {isUnreachable && (
            <p className="t-wrong" role="alert">
              The server cannot be reached. Try again when you have a connection.
            </p>
          )}
        </EmptyState>
      </Page>
    );
  }
}
