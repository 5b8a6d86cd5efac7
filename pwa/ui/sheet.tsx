import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useIsPainted } from './after-paint.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useTapGuard } from './tap-guard.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useTypedGuard } from './use-typed-guard.tsx';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Slides from the left edge as a column instead of rising from the bottom. */
  side?: 'bottom' | 'left';
  /** As tall as the screen allows. */
  tall?: boolean;
  /** If somebody has typed in the sheet, the sheet asks before it closes and discards the text. */
  asksFirst?: boolean;
  children?: ReactNode;
}

/** A panel that rises over the page: a choice or a form on a phone or a tablet. */
export function Sheet({ open, onClose, title, description, actions, side = 'bottom', tall, asksFirst = false, children }: SheetProps) {
  const focusBack = useFocusBack();
  const guard = useTypedGuard(onClose, asksFirst);
  const panel = useTapGuard<HTMLDivElement>(open);
  // A tall sheet is rendered first empty at its full height and then with its content, so that it responds to the tap at once.
  const hasBody = useIsPainted() || !tall;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && guard.leave()}>
      <Radix.Portal>
        <div className={classNames('scrim', 'rise', side === 'bottom' ? 'low' : 'left')}>
          <Radix.Content
            ref={panel}
            aria-modal="true"
            onFocusCapture={guard.onFocusCapture}
            {...focusBack}
            // A scan sends Escape to remove what it typed; this Escape does not close the sheet.
            onEscapeKeyDown={(event) => !event.isTrusted && event.preventDefault()}
            className={classNames('sheet', side === 'left' ? 'column' : 'side', tall && 'tall')}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="title">
              <div className="grow">
                <Radix.Title asChild>
                  <h1 className="dialog-title">{title}</h1>
                </Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <p className="sub small">{description}</p>
                  </Radix.Description>
                )}
              </div>
              <Radix.Close className="btn quiet icon" aria-label="Close">
                <Icon name="x" />
              </Radix.Close>
            </div>
            <div className="body">{hasBody && children}</div>
            {actions && <div className="actions">{actions}</div>}
            {guard.question}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
