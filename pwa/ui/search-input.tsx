import { type Ref, useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { NO_KEYS, useScreenKeys } from './screen-keys.ts';
import { isFreeSingleKey, singleKeys } from './single-keys.ts';
import { useStore } from './store.ts';
import { useKeydown } from './use-keydown.ts';

export interface SearchInputProps {
  value: string;
  /** Called 250 ms after the last letter, at once on Enter, and with '' when cleared. */
  onSearch: (value: string) => void;
  label: string;
  placeholder?: string;
  /** The number of letters from which the field searches. */
  from?: number;
  /** If true, pressing `/` anywhere on the page moves the focus to this field. */
  shortcut?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Keys that follow each other within this time, in milliseconds, are of a scanner: its codes may have a `/` in them. */
const SCANNER_GAP = 50;
const searchKey = [{ keys: ['/'], name: 'Search' }];

/** A field that searches while somebody types. */
export function SearchInput({ value, onSearch, label, placeholder, from = 1, shortcut, className, ref }: SearchInputProps) {
  const [text, setText] = useState(value);
  const own = useRef<HTMLInputElement | null>(null);
  const lastSent = useRef(value);
  useEffect(() => {
    if (value === lastSent.current) return;
    lastSent.current = value;
    setText(value);
  }, [value]);

  const send = (next: string) => {
    const search = next.trim().length >= from ? next.trim() : '';
    if (search === lastSent.current) return;
    lastSent.current = search;
    onSearch(search);
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), limits.search_wait);
    return () => clearTimeout(timer);
  }, [text]);

  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useKeydown((event) => {
    if (!shortcut || event.key.length > 1) return;
    const isScanned = event.timeStamp - typedAt.current < SCANNER_GAP;
    typedAt.current = event.timeStamp;
    if (event.key !== '/' || isScanned || !isFreeSingleKey(event)) return;
    event.preventDefault();
    own.current?.focus();
    own.current?.select();
  });
  const hasKey = useStore(singleKeys) && shortcut === true;
  useScreenKeys(hasKey ? searchKey : NO_KEYS);

  return (
    <div className={classNames('search', className)}>
      <Icon name="search" />
      <input
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        className="in"
        type="search"
        // A label that is scanned while this field has the focus is opened, not searched for.
        data-scan-through=""
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={100}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text);
          if (event.key === 'Escape' && text) {
            event.stopPropagation();
            setText('');
            send('');
          }
        }}
      />
      {hasKey && <kbd title="Press / to search">/</kbd>}
    </div>
  );
}
