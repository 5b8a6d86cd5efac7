import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
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
  /** The text or element that shows a choice; `itemText` by default. */
  renderItem?: (item: Item) => ReactNode;
  /** How many letters must be typed before a search: 2 by default. With 0, choices are offered as soon as the list opens. */
  from?: number;
  placeholder?: string;
  none?: string;
  /** A text under the choices that says what choosing does. */
  foot?: ReactNode;
  disabled?: boolean;
  name?: string;
}

const { InputBlur, InputClick, InputKeyDownEscape, MenuMouseLeave } = useCombobox.stateChangeTypes;

/** Leaving the field with a pointer chooses nothing, and Escape never clears the field: both only close the list. */
function reduce<Item>(state: UseComboboxState<Item>, { type, changes }: UseComboboxStateChangeOptions<Item>): Partial<UseComboboxState<Item>> {
  if (type === InputBlur || type === InputKeyDownEscape) return { ...state, isOpen: false };
  if (type === InputClick) return { ...changes, isOpen: true };
  return type === MenuMouseLeave ? state : changes;
}

/**
 * A field in which a person types to find one choice among many. It searches 250 ms after the last letter; arrows move, Enter chooses, Tab chooses
 * and goes on, Escape closes the list. Choices that begin with the typed text come first.
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
    foot,
    disabled,
    name,
    ...field
  } = props;
  const [text, setText] = useState<string | null>(null);
  const [matches, setMatches] = useState<{ state: 'typing' | 'busy' | 'failed' | 'ready'; items: Item[] }>({ state: 'typing', items: [] });
  const input = useRef<HTMLInputElement>(null);
  const find = useRef(search);
  find.current = search;
  const textOf = useRef(itemText);
  textOf.current = itemText;
  /** True if Enter was pressed before the latest search had finished. */
  const isAwaited = useRef(false);
  const { isOpen, highlightedIndex, setHighlightedIndex, closeMenu, getInputProps, getMenuProps, getItemProps } = useCombobox<Item>({
    items: matches.items,
    itemToString: (item) => (item === null ? '' : itemText(item)),
    itemToKey: (item) => item && itemKey(item),
    selectedItem: value,
    inputValue: text ?? (value === null ? '' : itemText(value)),
    stateReducer: reduce,
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChange(selectedItem),
    onIsOpenChange: (now) => {
      if (now.isOpen) return;
      isAwaited.current = false;
      setText(null);
    },
  });
  const choose = useRef((_: Item): void => {});
  choose.current = (item) => {
    onChange(item);
    closeMenu();
  };

  const trimmed = (text ?? '').trim();
  const enough = trimmed.length >= from;
  useEffect(() => {
    if (!isOpen) return;
    if (!enough) {
      setMatches({ state: 'typing', items: [] });
      return;
    }
    const stop = new AbortController();
    setMatches((before) => ({ state: 'busy', items: before.items }));
    const timer = setTimeout(
      () => {
        find.current(trimmed, stop.signal).then(
          (choices) => {
            if (stop.signal.aborted) return;
            const items = [...rankChoices(choices, trimmed, textOf.current)];
            setMatches({ state: 'ready', items });
            setHighlightedIndex(0);
            const [first] = items;
            if (isAwaited.current && first !== undefined) choose.current(first);
            isAwaited.current = false;
          },
          () => !stop.signal.aborted && setMatches({ state: 'failed', items: [] }),
        );
      },
      trimmed === '' ? 0 : limits.search_wait,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOpen, enough, trimmed, setHighlightedIndex]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isTyped = text !== null && enough;
    const isTab = event.key === 'Tab' && !event.shiftKey && isTyped;
    const isEarly = (event.key === 'Enter' || isTab) && isOpen && matches.state === 'busy';
    const choice = matches.items[highlightedIndex];
    // Tab takes the marked choice along, so that typed letters are not lost on the way to the next field.
    if (isTab && isOpen && matches.state === 'ready' && choice !== undefined) choose.current(choice);
    // During a search the list still has the results of earlier letters, so Enter and Tab wait. Home and End move in the text, not in the list.
    if (isEarly || event.key === 'Home' || event.key === 'End') Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    if (isEarly) {
      isAwaited.current = true;
      event.preventDefault();
    }
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
  };
  const status =
    matches.state === 'typing'
      ? `Type at least ${from} letters`
      : matches.state === 'busy'
        ? 'Searching…'
        : matches.state === 'failed'
          ? 'The search did not work. Type again to retry.'
          : none;
  const listName = typeof field.label === 'string' ? field.label : 'Choices';

  return (
    <Field {...field}>
      {(control) => (
        <Popover.Root open={isOpen} onOpenChange={(next) => !next && closeMenu()}>
          <Popover.Anchor asChild>
            <div className="combo">
              <input
                {...getInputProps(
                  {
                    ...control,
                    // The field labels the input, so the label that Downshift names is removed.
                    'aria-labelledby': undefined,
                    ref: input,
                    disabled,
                    onKeyDown,
                    onChange: (event) => {
                      const { value: inputText } = event.currentTarget as HTMLInputElement;
                      isAwaited.current = false;
                      setText(inputText);
                      if (inputText === '' && value !== null) onChange(null);
                    },
                    onFocus: (event) => event.currentTarget.select(),
                  },
                  { suppressRefError: true },
                )}
                name={name}
                className="in"
                spellCheck={false}
                placeholder={placeholder}
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
              aria-label={listName}
            >
              <div {...getMenuProps({ 'aria-label': listName, 'aria-busy': matches.state === 'busy' || undefined }, { suppressRefError: true })}>
                {matches.items.map((item, index) => (
                  <div
                    key={itemKey(item)}
                    {...getItemProps({ item, index, 'aria-selected': value !== null && itemKey(value) === itemKey(item) })}
                    className="menu-item option"
                    data-active={index === highlightedIndex ? '' : undefined}
                  >
                    {renderItem(item)}
                  </div>
                ))}
              </div>
              {matches.items.length === 0 && (
                <p className="note combo-note" role="status">
                  {status}
                </p>
              )}
              {foot && matches.items.length > 0 && <p className="note combo-foot">{foot}</p>}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}
