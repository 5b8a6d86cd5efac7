import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { useTapGuard } from './tap-guard.ts';
import { useFocusBack } from './use-focus-back.ts';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question, which names the record: "Delete order 00151?" */
  title: string;
  /** What will be lost or changed. */
  children?: ReactNode;
  /** The label of the action: "Delete order". */
  action: string;
  /** The label of the button that cancels; "Keep it" by default. */
  keep?: string;
  /** True if the action destroys something. */
  destroys?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The safe choice has the focus. */
export function ConfirmDialog({ open, title, children, action, keep = 'Keep it', destroys, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const focusBack = useFocusBack();
  const safe = useRef<HTMLButtonElement>(null);
  const panel = useTapGuard<HTMLDivElement>(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <div className="scrim rise">
          <Radix.Content
            ref={panel}
            aria-modal="true"
            className="dialog"
            onCloseAutoFocus={focusBack.onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              focusBack.onOpenAutoFocus();
              safe.current?.focus();
            }}
            {...(children ? {} : { 'aria-describedby': undefined })}
          >
            <div className="title">
              <Radix.Title asChild>
                <h1 className="dialog-title">{title}</h1>
              </Radix.Title>
            </div>
            <div className="body">
              {children && (
                <Radix.Description asChild>
                  <div className="sub text-md">{children}</div>
                </Radix.Description>
              )}
            </div>
            <div className="actions">
              <Button ref={safe} onClick={onClose} disabled={busy}>
                {keep}
              </Button>
              <Button look={destroys ? 'destroy' : 'primary'} busy={busy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
