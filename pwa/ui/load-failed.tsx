import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { Failure } from './failure.ts';
import { RequestId } from './request-id.tsx';

/** Is shown in place of something that did not load: says why, and offers another try where it may help. */
export function LoadFailed({ noun, error, retry }: { noun: string; error: unknown; retry: () => void }) {
  const failure = error as Partial<Failure>;
  if (failure.status === 404) {
    // The record does not exist, so another try would not help.
    return (
      <div role="alert">
        <EmptyState title={`There ${noun.endsWith('s') ? 'are' : 'is'} no such ${noun}`}>
          <p>{failure.message}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={`The ${noun} did not load`}
        action={
          <Button icon="retry" onClick={retry}>
            Retry
          </Button>
        }
      >
        <p>{failure.status === 0 ? 'The server cannot be reached. Nothing was changed.' : `${failure.message ?? ''} Nothing was changed.`}</p>
        {failure.request_id && <RequestId id={failure.request_id} />}
      </EmptyState>
    </div>
  );
}
