import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { rankChoices } from './rank-choices.ts';

export interface ComboboxProps<Item> extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'required' | 'className' | 'id'> {
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Searches the choices for what was typed; a newer search aborts an older one. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Item[]>;
  itemKey: (item: Item) => string | number;
  itemText: (item: Item) => string;
  /** The text or element that shows a choice; its text by default. */
  renderItem?: (item: Item) => ReactNode;
  /** How many letters must be typed before it searches: 2 by default; with 0 it also offers choices as soon as it opens. */
  from?: number;
  placeholder?: string;
  none?: string;
  disabled?: boolean;
  name?: string;
}

/**
 * A choice of one among many, found by typing: it searches 250 ms after the last letter; arrows move, Enter chooses, Escape
 * leaves. Choices that begin with what was typed come first.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    value,
    onChange,
    search,
    itemKey,
    itemText,
    renderItem = itemText,
    from = 2,
    placeholder,
    none = 'Nothing matches.',
    disabled,
    name,
    ...field
  } = props;
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [matches, setFound] = useState<{ state: 'typing' | 'busy' | 'failed' | 'ready'; items: readonly Item[] }>({ state: 'typing', items: [] });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const find = useRef(search);
  find.current = search;
  const textOf = useRef(itemText);
  textOf.current = itemText;
  /** Enter was pressed before the latest search had finished. */
  const isAwaited = useRef(false);
  const close = () => {
    isAwaited.current = false;
    setOpen(false);
    setText(null);
  };
  const choose = (item: Item) => {
    onChange(item);
    close();
  };
  const take = useRef(choose);
  take.current = choose;

  const trimmed = (text ?? '').trim();
  const enough = trimmed.length >= from;
  useEffect(() => {
    if (!open) return;
    if (!enough) {
      setFound({ state: 'typing', items: [] });
      return;
    }
    const stop = new AbortController();
    setFound((before) => ({ state: 'busy', items: before.items }));
    const timer = setTimeout(
      () => {
        find.current(trimmed, stop.signal).then(
          (answered) => {
            if (stop.signal.aborted) return;
            const items = rankChoices(answered, trimmed, textOf.current);
            setFound({ state: 'ready', items });
            setActive(0);
            const [first] = items;
            if (isAwaited.current && first !== undefined) take.current(first);
            isAwaited.current = false;
          },
          () => !stop.signal.aborted && setFound({ state: 'failed', items: [] }),
        );
      },
      trimmed === '' ? 0 : 250,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, enough, trimmed]);

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  });

  const move = (by: number) => {
    const count = matches.items.length;
    if (!open) setOpen(true);
    else if (count > 0) setActive((active + by + count) % count);
  };
  const status =
    matches.state === 'typing'
      ? `Type at least ${from} letters`
      : matches.state === 'busy'
        ? 'Searching…'
        : matches.state === 'failed'
          ? 'The search did not work. Type again to retry.'
          : none;

  return (
    <Field {...field}>
      {(control) => (
        <Popover.Root open={open} onOpenChange={(next) => !next && close()}>
          <Popover.Anchor asChild>
            <div className="combo">
              <input
                {...control}
                ref={input}
                name={name}
                className="in"
                role="combobox"
                autoComplete="off"
                spellCheck={false}
                aria-autocomplete="list"
                aria-expanded={open}
                aria-controls={open ? listId : undefined}
                aria-activedescendant={open && matches.items[active] ? `${listId}-${active}` : undefined}
                placeholder={placeholder}
                disabled={disabled}
                value={text ?? (value === null ? '' : itemText(value))}
                onChange={(event) => {
                  isAwaited.current = false;
                  setText(event.target.value);
                  setOpen(true);
                  if (event.target.value === '' && value !== null) onChange(null);
                }}
                onFocus={(event) => event.target.select()}
                onClick={() => !disabled && setOpen(true)}
                onKeyDown={(event) => {
                  const chosen = matches.items[active];
                  if (event.key === 'ArrowDown') move(1);
                  else if (event.key === 'ArrowUp') move(-1);
                  // While it searches, the list still has the results of the earlier letters.
                  else if (event.key === 'Enter' && open && matches.state === 'busy') isAwaited.current = true;
                  else if (event.key === 'Enter' && open && chosen !== undefined) choose(chosen);
                  else if (event.key === 'Escape' && open) {
                    event.stopPropagation();
                    close();
                  } else if (event.key === 'Tab') {
                    close();
                    return;
                  } else return;
                  event.preventDefault();
                }}
              />
              {value !== null && !disabled && !control['aria-required'] ? (
                <button
                  type="button"
                  className="combo-clear"
                  aria-label="Clear"
                  onClick={() => {
                    onChange(null);
                    setText(null);
                    input.current?.focus();
                  }}
                >
                  <Icon name="x" />
                </button>
              ) : (
                <Icon name="down" />
              )}
            </div>
          </Popover.Anchor>
          <Popover.Portal>
            <Popover.Content
              className="listbox"
              align="start"
              sideOffset={4}
              collisionPadding={8}
              style={{ width: 'var(--radix-popover-trigger-width)' }}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => event.target === input.current && event.preventDefault()}
              aria-label={typeof field.label === 'string' ? field.label : 'Choices'}
            >
              <div
                id={listId}
                ref={list}
                role="listbox"
                aria-label={typeof field.label === 'string' ? field.label : 'Choices'}
                aria-busy={matches.state === 'busy' || undefined}
              >
                {matches.items.map((item, place) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
                  <div
                    key={itemKey(item)}
                    id={`${listId}-${place}`}
                    role="option"
                    tabIndex={-1}
                    className="menu-item option"
                    aria-selected={value !== null && itemKey(value) === itemKey(item)}
                    data-active={place === active ? '' : undefined}
                    onPointerMove={() => setActive(place)}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(item)}
                  >
                    {renderItem(item)}
                  </div>
                ))}
              </div>
              {matches.items.length === 0 && (
                <p className="note combo-said" role="status">
                  {status}
                </p>
              )}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}
