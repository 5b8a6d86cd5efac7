import { Dialog as Radix } from 'radix-ui';
import type { FormEvent, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useTypedGuard } from './use-typed-guard.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A line under the title, e.g. the person's name. */
  description?: ReactNode;
  icon?: { name: IconName; tone: 'warn' | 'wrong' | 'done' };
  /** If given, the body and the actions of the dialog are one form, and this is called when the form is submitted. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  formId?: string;
  actions?: ReactNode;
  /** In pixels; 480 by default. */
  width?: number;
  /** False while something is being sent: Escape and the scrim then do nothing. */
  closable?: boolean;
  /** Whether the dialog asks before typed text is lost; by default true if `onSubmit` is given. Pass false if the typed text is saved in any case. */
  asksFirst?: boolean;
  children?: ReactNode;
}

const FIELD = '.body :is(input:not([type=file]), select, textarea):not([disabled], [tabindex="-1"])';

/** The action that has the focus at once in a dialog without fields, so that Enter does it. An action that destroys something is never one. */
export const FIRST_ACTION = { 'data-first-action': '' };

/**
 * With a keyboard, the first field to fill in has the focus at once; on a tablet that would only open the on-screen keyboard. Without fields, it is
 * the first action.
 */
function beginInside(event: Event): void {
  const content = event.currentTarget as Element;
  const fields = [...content.querySelectorAll<HTMLInputElement>(FIELD)];
  const [first] = fields;
  const isWanted = (it: HTMLInputElement): boolean =>
    it.type === 'radio' ? it.checked && it.name === first?.name : it.value === '' && it.ariaRequired === 'true';
  const field = fields.find(isWanted) ?? first;
  const action = content.querySelector<HTMLElement>('.actions [data-first-action]:not([disabled])');
  const begin = field && window.matchMedia('(pointer: fine)').matches ? field : fields.length === 0 ? action : null;
  if (!begin) return;
  event.preventDefault();
  begin.focus();
}

/** A question or a small form in front of the page; the page behind it cannot be used meanwhile. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  icon,
  onSubmit,
  formId,
  actions,
  width,
  closable = true,
  asksFirst = Boolean(onSubmit),
  children,
}: DialogProps) {
  const focusBack = useFocusBack();
  const guard = useTypedGuard(onClose, asksFirst);
  const inner = (
    <>
      <div className="body">{children}</div>
      {actions && <div className="actions">{actions}</div>}
    </>
  );
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && closable && guard.leave()}>
      <Radix.Portal>
        <div className="scrim rise">
          <Radix.Content
            aria-modal="true"
            onFocusCapture={guard.onFocusCapture}
            onCloseAutoFocus={focusBack.onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              focusBack.onOpenAutoFocus();
              beginInside(event);
            }}
            className="dialog"
            style={width ? { width: `min(${width}px, calc(100vw - 32px))` } : undefined}
            {...(description ? {} : { 'aria-describedby': undefined })}
            // To remove a scanned code from a field, the app sends an Escape that is not trusted; such an Escape does not close the dialog.
            onEscapeKeyDown={(event) => (!closable || !event.isTrusted) && event.preventDefault()}
            onInteractOutside={(event) => !closable && event.preventDefault()}
          >
            <div className="title">
              {icon && (
                <span className={`t-${icon.tone}`}>
                  <Icon name={icon.name} />
                </span>
              )}
              <div className="grow">
                <Radix.Title asChild>
                  <h1 className="dialog-title">{title}</h1>
                </Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <p className="sub">{description}</p>
                  </Radix.Description>
                )}
              </div>
              {closable && (
                <Radix.Close className="btn quiet icon" aria-label="Close">
                  <Icon name="x" />
                </Radix.Close>
              )}
            </div>
            {onSubmit ? (
              <form
                id={formId}
                className="dialog-form"
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  event.stopPropagation();
                  onSubmit(event);
                }}
              >
                {inner}
              </form>
            ) : (
              inner
            )}
            {guard.question}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
