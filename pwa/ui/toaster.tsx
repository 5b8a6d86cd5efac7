import { Toast } from 'radix-ui';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { limits } from '../../shared/limits.ts';
import { Icon } from './icon.tsx';
import { useStore } from './store.ts';
import { dismissToast, toasts } from './toast.ts';

/** Shows the toasts: five seconds each, waiting while pointed at or focused, read aloud by screen readers. */
export default function Toaster() {
  const messages = useStore(toasts);
  const place = useClearOfBars(messages.length > 0);
  return (
    <Toast.Provider duration={limits.toast} swipeDirection="right" label="Message">
      {messages.map((message) => (
        <Toast.Root
          key={message.id}
          className="toast rise"
          type={message.tone === 'wrong' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(message.id)}
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
      <Toast.Viewport ref={place} className="toasts" label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}

/** The classes of the places where the buttons of a screen, a sheet or a dialog are. */
const BARS = ['dock', 'foot', 'status', 'actions'];
const GAP = 16;
/** Bars appear and disappear while a message is shown; their position is checked at this interval, in milliseconds. */
const LOOK_EVERY = 150;

/** Panels that open over the screen. */
const PANELS = ['sheet', 'dialog'];
/** Whether an element with one of the classes of `BARS` is such a place: buttons stand at the end of much else. */
const isBar = (element: Element): boolean => !element.matches('.actions') || element.matches(':is(.sheet, .dialog, .dialog-form) > .actions');

/** All elements with one of these classes. One question for each class: browsers answer them several times faster than a list of selectors. */
const withClasses = (names: readonly string[]): Element[] => names.flatMap((name) => [...document.querySelectorAll(`.${name}`)]);

/** A message that was shown for this long has been seen, in milliseconds. */
const SEEN_AFTER = 500;

/** A message about a success disappears when a panel opens after it, because it would cover the panel's fields. */
function giveWay(shownFor: (id: number) => number): void {
  for (const { id, tone, action } of toasts.get()) if (tone !== 'wrong' && !action && shownFor(id) >= SEEN_AFTER) dismissToast(id);
}

/** Keeps the messages above the bars of buttons at the bottom of the window, and marks the body while there are any. */
function useClearOfBars(isShown: boolean): RefObject<HTMLOListElement | null> {
  const place = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const list = place.current;
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
    const since = new Map<number, number>();
    let panels = withClasses(PANELS).length;
    let hasOpened = false;
    const look = (): void => {
      move();
      for (const { id } of toasts.get()) if (!since.has(id)) since.set(id, Date.now());
      const now = withClasses(PANELS).length;
      // At the next look: the panel is drawn first.
      if (hasOpened) giveWay((id) => Date.now() - (since.get(id) ?? Date.now()));
      hasOpened = now > panels;
      panels = now;
    };
    const timer = setInterval(look, LOOK_EVERY);
    document.body.classList.add('with-toast');
    return () => {
      clearInterval(timer);
      document.body.classList.remove('with-toast');
    };
  }, [isShown]);
  return place;
}
