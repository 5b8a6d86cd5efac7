import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { useIsPainted } from '../ui/after-paint.ts';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { closePalette, takeTypedAhead } from '../ui/palette-open.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import type { Hit } from './hit.ts';
import { NothingFound, PaletteKeys, Waiting } from './palette-foot.tsx';
import { actionGroups, paletteGroups, recordName } from './palette-groups.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import './palette.css';
import { recentHits } from './recent.ts';
import { useHitActions } from './use-hit-actions.ts';
import { useOfficeSearch } from './use-office-search.ts';
import { useSavedViews } from './use-saved-views.ts';
import { useScreenActions } from './use-screen-actions.ts';

/** The keys that move through the rows, with the number of rows. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Whether a key shows the actions of the chosen record: Tab, or the right arrow at the end of the text. */
const isWayIn = ({ key, shiftKey, ctrlKey, altKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean =>
  !shiftKey &&
  !ctrlKey &&
  !altKey &&
  !metaKey &&
  (key === 'Tab' || (key === 'ArrowRight' && currentTarget.selectionStart === currentTarget.value.length));

/** Whether a key leads back from the actions to the search: Shift+Tab, or the left arrow or Backspace before anything is typed. */
const isWayBack = ({ key, shiftKey }: KeyboardEvent, typed: string): boolean =>
  (key === 'Tab' && shiftKey) || (typed === '' && (key === 'ArrowLeft' || key === 'Backspace'));

/** One field that finds everything of the office and offers the actions of the screen behind it. Arrows choose, Enter opens, Tab shows the actions of a found order, Escape closes. */
export function Palette() {
  const { who, role } = useSession();
  const navigate = useNavigate();
  const focusBack = useFocusBack();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  /** The key that was pressed before the search had answered: Enter opens the first match, Tab shows its actions. */
  const [awaited, setAwaited] = useState<'Enter' | 'Tab' | null>(null);
  const actions = useScreenActions();
  // The field is ready for input before the rows are rendered.
  const isPainted = useIsPainted();
  const [recent] = useState(() => recentHits(who.user.id, window.location.pathname));
  const views = useSavedViews();
  const about = useHitActions();
  const { subject } = about;
  /** What was typed before the actions of a record were shown, which comes back afterwards. */
  const searched = useRef('');
  const text = typed.trim();
  const search = useOfficeSearch(subject ? searched.current.trim() : text);
  const groups = subject ? actionGroups(about, text) : paletteGroups({ text, search, recent, actions, views, role });
  const hits = groups.flatMap((group) => group.hits);
  const chosen = hits.find(({ key }) => key === moved) ?? hits[0];

  const open = (hit: Hit | undefined, inNewTab = false): void => {
    if (!hit || hit.waits) return;
    if (hit.key === 'retry') hit.run?.();
    else if (hit.to !== undefined && inNewTab) window.open(hit.to, '_blank', 'noopener');
    else {
      closePalette();
      const { to, run, state } = hit;
      // The screen gets the focus back before the action starts.
      setTimeout(() => (run || to === undefined ? run?.() : void navigate(to, { state })));
    }
  };
  const type = (next: string): void => {
    setTyped(next);
    setMoved(null);
    setAwaited(null);
  };
  const showActions = (hit: Hit): void => {
    searched.current = typed;
    type('');
    about.show(hit);
  };
  const leaveActions = (): void => {
    const key = subject?.key ?? null;
    about.leave();
    type(searched.current);
    setMoved(key);
  };
  const state = subject ? about.state : search.state;
  const answer = useRef(open);
  answer.current = (hit) => {
    if (awaited === 'Enter') open(hit);
    else if (hit?.actions) showActions(hit);
  };
  useEffect(() => {
    if (!awaited || state === 'busy') return;
    setAwaited(null);
    if (state === 'ready') answer.current(chosen);
  }, [awaited, state, chosen]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = steps[event.key];
    if (step !== undefined && hits.length > 0) {
      const at = hits.findIndex(({ key }) => key === chosen?.key) + step;
      const last = hits.length - 1;
      const next = Math.abs(step) === 1 ? (at + hits.length) % hits.length : Math.min(Math.max(at, 0), last);
      setMoved(hits[next]?.key ?? null);
    } else if (event.key === 'Enter') {
      // While it searches, the first row may be about an earlier text. A row that the person has chosen is meant.
      if (state === 'busy' && moved === null) setAwaited('Enter');
      else open(chosen, event.ctrlKey || event.metaKey);
    } else if (subject && isWayBack(event, typed)) leaveActions();
    else if (!subject && state === 'busy' && moved === null && isWayIn(event)) setAwaited('Tab');
    else if (!subject && chosen?.actions && isWayIn(event)) showActions(chosen);
    else return;
    event.preventDefault();
  };
  const count = !subject && search.found && state === 'ready' ? hits.length : null;

  return (
    // Without `modal` the browser keeps the layout of the page behind; the scrim covers that page, and the field keeps the focus.
    <Dialog.Root open modal={false} onOpenChange={(next) => !next && closePalette()}>
      <Dialog.Portal>
        <div className="scrim">
          <Dialog.Content
            className="palette"
            aria-modal="true"
            aria-describedby={undefined}
            onCloseAutoFocus={focusBack.onCloseAutoFocus}
            onFocusOutside={(event) => {
              // A screen that has just loaded takes the focus to its heading; the field takes it back.
              event.preventDefault();
              input.current?.focus();
            }}
            onEscapeKeyDown={(event) => {
              if (!subject) return;
              event.preventDefault();
              leaveActions();
            }}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              focusBack.onOpenAutoFocus();
              input.current?.focus();
              const typedAhead = takeTypedAhead();
              if (typedAhead.text) {
                // The next key may come before React has rendered the text, and would otherwise replace it.
                if (input.current) input.current.value = typedAhead.text;
                type(typedAhead.text);
              }
              setAwaited(typedAhead.key);
            }}
          >
            <Dialog.Title className="sr">Find or do</Dialog.Title>
            <div className="ask">
              <Icon name="search" />
              <input
                ref={input}
                role="combobox"
                aria-expanded={hits.length > 0}
                aria-controls={id}
                aria-autocomplete="list"
                aria-activedescendant={chosen && optionId(id, chosen.key)}
                aria-label={subject ? `${recordName(subject)}: what to do` : 'Order, wearer, PO, parcel, SKU, postcode or what you want to do'}
                placeholder={subject ? `${recordName(subject)}: what to do` : 'Order, wearer, PO, parcel, SKU, postcode or action'}
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                enterKeyHint="go"
                value={typed}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
              />
              <span className="note nowrap" role="status">
                {count !== null && countText(count, 'match', 'matches')}
              </span>
              <kbd>Esc</kbd>
            </div>
            <PaletteList
              id={id}
              groups={isPainted ? groups : []}
              typed={text}
              chosen={chosen?.key}
              isEarlier={state === 'busy' && search.found !== null}
              onChoose={setMoved}
              onOpen={open}
            />
            {isPainted && hits.length === 0 && (state === 'busy' ? <Waiting /> : <NothingFound text={text} />)}
            <PaletteKeys hasActions={chosen?.actions !== undefined} isInActions={subject !== null} />
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
