import { Button } from './button.tsx';
import { countText } from './count-text.ts';
import { Dialog, FIRST_ACTION } from './dialog.tsx';
import type { Failure } from './failure.ts';
import { fieldLabel, focusField, isOnScreen } from './field-name.ts';
import { RequestId } from './request-id.tsx';

export interface ErrorDialogProps {
  failure: Failure;
  retry?: () => void;
  onClose: () => void;
}

/** Shown if the server refused the input. Lists the messages about each invalid field, with a link to the field. */
export function InvalidDataDialog({ failure, onClose }: ErrorDialogProps) {
  const fields = Object.entries(failure.errors ?? {}).flatMap(([name, messages]) =>
    messages[0] ? [{ name, messages: [...new Set(messages)] }] : [],
  );
  // The invalid field may not be on this screen.
  const first = fields.find(({ name }) => isOnScreen(name));
  const go = (name: string) => {
    onClose();
    setTimeout(() => focusField(name), 50);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invalid data submitted"
      icon={{ name: 'alert', tone: 'wrong' }}
      actions={
        <Button {...FIRST_ACTION} look="primary" onClick={() => (first ? go(first.name) : onClose())}>
          {first ? 'Go to the first' : 'Close'}
        </Button>
      }
    >
      <div className="flow text-md">
        <p className="sub">
          {fields.length === 0 ? failure.message : `Nothing was saved. ${countText(fields.length, 'field needs', 'fields need')} changing:`}
        </p>
        {fields.length > 0 && (
          <ul className="card rows">
            {fields.map(({ name, messages }) => (
              <li key={name}>
                <div className="grow">
                  {isOnScreen(name) ? (
                    <button type="button" className="link strong" onClick={() => go(name)}>
                      {fieldLabel(name)}
                    </button>
                  ) : (
                    <p className="strong">{fieldLabel(name)}</p>
                  )}
                  {messages.map((message) => (
                    <p key={message}>{message}</p>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** Shown if somebody else changed the record first. The screen shows that change by now, and the person has to send their own change again. */
export function StaleDialog({ failure, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={failure.message}
      icon={{ name: 'alert', tone: 'warn' }}
      actions={
        <Button {...FIRST_ACTION} look="primary" onClick={onClose}>
          Look again
        </Button>
      }
    >
      <p className="text-md">Yours is not saved. Look at what is there now, then try again.</p>
    </Dialog>
  );
}

/** Anything else that went wrong, with the request id to quote and, if repeating is safe, a retry. */
export function UnhandledErrorDialog({ failure, retry, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Unhandled Error"
      icon={{ name: 'alert', tone: 'wrong' }}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {retry && (
            <Button
              look="primary"
              icon="retry"
              onClick={() => {
                onClose();
                retry();
              }}
            >
              Retry
            </Button>
          )}
        </>
      }
    >
      <div className="flow">
        <p className="text-md">{failure.message}</p>
        {failure.request_id && <RequestId id={failure.request_id} />}
      </div>
    </Dialog>
  );
}
