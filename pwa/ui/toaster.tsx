import { Toast } from 'radix-ui';
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { Icon } from './icon.tsx';
import { useStore } from './store.ts';
import { dismissToast, toasts } from './toast.ts';

/** Fields in which Escape discards the typed text. A field in a dialog is left out, because there Escape first closes the message over the dialog. */
const FIELDS = ':is(input, select, textarea):not(:is([role=dialog], [role=alertdialog]) *)';

/** Shows each toast for five seconds, not counting the time while it is pointed at or focused. Screen readers read the toasts aloud. */
export default function Toaster() {
  const messages = useStore(toasts);
  const [list, setList] = useState<HTMLOListElement | null>(null);
  // Radix gets its list in a transition, which a busy screen delays. The time of a message runs from its mount, so messages are rendered after the
  // same transition.
  const placeList = useCallback((node: HTMLOListElement | null) => startTransition(() => setList(node)), []);
  const isForField = useRef(false);
  useClearOfBars(list, messages.length > 0);
  useGiveWayToPanels(messages.length > 0);
  return (
    <Toast.Provider duration={limits.toast} swipeDirection="right" label="Message">
      {(list ? messages : []).map((message) => (
        <Toast.Root
          key={message.id}
          className="toast rise"
          {...(message.duration !== undefined && { duration: message.duration })}
          type={message.tone === 'wrong' ? 'foreground' : 'background'}
          open
          // Radix then calls `onOpenChange`, which leaves the message open if the Escape is for a field.
          onEscapeKeyDown={({ target }) => {
            isForField.current = target instanceof Element && target.matches(FIELDS);
          }}
          onOpenChange={() => {
            if (!isForField.current) dismissToast(message.id);
            isForField.current = false;
          }}
        >
          {message.tone !== 'plain' && <Icon name={message.tone === 'done' ? 'check' : 'alert'} />}
          <div className="grow">
            {message.title && <Toast.Title className="strong">{message.title}</Toast.Title>}
            <Toast.Description>{message.text}</Toast.Description>
          </div>
          {message.action && (
            <Toast.Action className="toast-action" altText={message.action.label} onClick={message.action.run}>
              {message.action.label}
            </Toast.Action>
          )}
          <Toast.Close className="toast-close" aria-label="Close">
            <Icon name="x" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport ref={placeList} className="toasts" label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}

/** The classes of the bars that contain the buttons of a screen, a sheet or a dialog. */
const BARS = ['dock', 'foot', 'status', 'actions'];
const GAP = 16;
/** Bars and panels appear and disappear while a message is shown; the toaster looks for them at this interval, in milliseconds. */
const LOOK_EVERY = 150;

/** Panels that open over the screen. */
const PANELS = ['sheet', 'dialog'];
/** Whether an element with a class of `BARS` is such a bar. Rows of buttons in other places also have the class `actions`, but are no bars. */
const isBar = (element: Element): boolean => !element.matches('.actions') || element.matches(':is(.sheet, .dialog, .dialog-form) > .actions');

/**
 * All elements with one of these classes. Each class has a separate query, because browsers answer such queries several times faster than one query
 * with a list of selectors.
 */
const withClasses = (names: readonly string[]): Element[] => names.flatMap((name) => [...document.querySelectorAll(`.${name}`)]);

/** Keeps the messages above the bars of buttons at the bottom of the window, and marks the body while there are messages. */
function useClearOfBars(list: HTMLOListElement | null, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown || !list) return;
    const move = (): void => {
      const { left: timeLeft, right, height } = list.getBoundingClientRect();
      const bars = withClasses(BARS)
        .filter(isBar)
        .map((bar) => bar.getBoundingClientRect())
        .filter((bar) => bar.height > 0);
      let bottom = window.innerHeight;
      for (const bar of bars.sort((one, other) => other.bottom - one.bottom))
        if (bar.left < right && bar.right > timeLeft && bar.top < bottom && bar.bottom > bottom - height - GAP) bottom = bar.top;
      list.style.bottom = `${window.innerHeight - bottom + GAP}px`;
    };
    move();
    const timer = setInterval(move, LOOK_EVERY);
    document.body.classList.add('with-toast');
    return () => {
      clearInterval(timer);
      document.body.classList.remove('with-toast');
    };
  }, [list, isShown]);
}

/** After this many milliseconds a message counts as seen. */
const SEEN_AFTER = 500;

/** When a panel opens, dismisses the messages about a success that have been seen, because they would cover the panel's fields. */
function useGiveWayToPanels(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const since = new Map<number, number>();
    let panels = withClasses(PANELS).length;
    let hasOpened = false;
    const look = (): void => {
      const now = Date.now();
      for (const { id } of toasts.get()) if (!since.has(id)) since.set(id, now);
      // The messages are dismissed at the next interval, so that the panel is drawn first.
      if (hasOpened)
        for (const { id, tone, action } of toasts.get())
          if (tone !== 'wrong' && !action && now - (since.get(id) ?? now) >= SEEN_AFTER) dismissToast(id);
      const count = withClasses(PANELS).length;
      hasOpened = count > panels;
      panels = count;
    };
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [isShown]);
}
