import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { dateFault, parseTypedDate } from '../../shared/parse-typed-date.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import './date-field.css';
import { Field, type FieldProps } from './field.tsx';
import { toast } from './toast.ts';

/** What a date field passes on in place of the input's event, because the text of the input is not the value. */
interface DateEvent {
  target: { name: string; value: string };
  type?: 'blur';
}

export interface DateFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'className' | 'id' | 'required'> {
  name?: string;
  /** `YYYY-MM-DD`, or a text that is not a day. */
  value: string;
  /** Called while a person types, with the day as `YYYY-MM-DD`, or with the text if it is not a day. */
  onChange?: (event: DateEvent) => unknown;
  /** For filters: called with a whole day, or `''`. A day with a year of two digits counts as whole once the field is left, or on Enter. */
  onDay?: (day: string) => void;
  onBlur?: (event: DateEvent) => unknown;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The first day that the arrows and the calendar offer. */
  min?: string | undefined;
  /** The last day that the arrows and the calendar offer. */
  max?: string | undefined;
  disabled?: boolean;
  title?: string;
  /** The ref and the maximum length of a registered field are not passed on, because the text of the input differs from the value. */
  ref?: unknown;
  maxLength?: number | undefined;
}

/** The calendar's component; undefined until a date field opens it for the first time. */
let Calendar: typeof import('./calendar.tsx').Calendar | undefined;

const DAY = 24 * 3_600_000;
const isoDay = /^\d{4}-\d\d-\d\d$/;
const daysLater = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** Whether the text is a whole day, to which no digit can be added. */
const isWhole = (text: string): boolean => /\D\d{4}$|^\d{8}$|^\d{4}\D\d{1,2}\D\d{2}$/.test(text.trim());
const dayText = (value: string): string => (isoDay.test(value) && parseTypedDate(value) ? formatDate(value) : value);
const limit = (day: string | undefined): string | undefined => (day && isoDay.test(day) ? day : undefined);

/**
 * A day, shown as dd/mm/yyyy whatever the language of the browser, and typed in any usual form. The up arrow goes to the next day, the down arrow to
 * the day before; the button, or Alt with an arrow, opens the calendar.
 */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, className, id, required, name = '', value, onChange, onDay, onBlur, onKeyDown, disabled, title } = props;
  const min = limit(props.min);
  const max = limit(props.max);
  /** The typed text, and the value that the field got from it. A value from outside replaces the text. */
  const [draft, setDraft] = useState<{ text: string; value: string } | null>(null);
  /** True from the first key until the person leaves the field or presses Enter: until then the typed text is not finished. */
  const [isTyping, setIsTyping] = useState(false);
  const typed = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const text = draft?.value === value ? draft.text : dayText(value);
  const today = ukDate(new Date().toISOString());
  const day = parseTypedDate(text, today);
  const fault = dateFault(text, today);

  const pass = (next: string): void => {
    onChange?.({ target: { name, value: next } });
    onDay?.(next);
  };
  const choose = (next: string): void => {
    setDraft(null);
    if (next !== value) pass(next);
  };
  const type = (next: string): void => {
    setIsTyping(true);
    const parsed = parseTypedDate(next, today);
    const passed = onDay ? (parsed && isWhole(next) ? parsed : next.trim() && value) : (parsed ?? next.trim());
    setDraft({ text: next, value: passed });
    if (passed !== value) pass(passed);
  };
  /** Shows the typed day in the usual form, and passes it to a filter. */
  const settle = (): void => {
    if (draft?.value !== value) return;
    if (day) choose(day);
    else if (onDay && text !== '') {
      setDraft({ text, value: '' });
      if (value !== '') onDay('');
    }
  };
  const step = (days: number): void => {
    const next = day ? daysLater(day, days) : today;
    if (next.length === 10) choose(min && next < min ? min : max && next > max ? max : next);
  };
  const openCalendar = async (): Promise<void> => {
    if (disabled) return;
    try {
      Calendar ??= (await import('./calendar.tsx')).Calendar;
      setIsOpen(true);
    } catch {
      toast('The calendar could not be loaded. Type the date.', { tone: 'wrong' });
    }
  };
  /** On touch screens the focus returns to the button, because in the text it would open the on-screen keyboard. */
  const focusBack = (): void => (window.matchMedia('(pointer: fine)').matches ? typed : opener).current?.focus();

  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (days && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (event.altKey) void openCalendar();
      else step(days);
      return;
    }
    if (event.key === 'Enter') {
      setIsTyping(false);
      settle();
    }
    onKeyDown?.(event);
  };
  /** Called when the text, the button or the calendar loses the focus; it acts once the focus has left all three. */
  const handleBlur = ({ relatedTarget }: FocusEvent): void => {
    if (box.current?.contains(relatedTarget) || panel.current?.contains(relatedTarget)) return;
    setIsTyping(false);
    settle();
    onBlur?.({ type: 'blur', target: { name, value: draft?.value ?? value } });
  };

  return (
    <Field label={label} hint={hint} error={fault && (error || !isTyping) ? fault : error} className={className} required={required} id={id}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus leaves
        <div className="date-in" ref={box} onBlur={handleBlur}>
          <input
            ref={typed}
            className="in"
            name={name || undefined}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/yyyy"
            maxLength={30}
            disabled={disabled}
            title={title}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={handleKey}
            {...control}
          />
          <button
            ref={opener}
            type="button"
            className="date-open"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            tabIndex={-1}
            disabled={disabled}
            title="Calendar"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (isOpen ? setIsOpen(false) : void openCalendar())}
          >
            <svg className="i" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <path d="M2.5 3.5h11v10h-11ZM2.500 6.500h11M5.500 2v3M10.500 2v3" />
            </svg>
            <span className="sr">Calendar</span>
          </button>
          {isOpen && Calendar && (
            <Calendar
              anchor={box}
              opener={opener}
              panel={panel}
              label={label}
              day={day}
              today={today}
              min={min}
              max={max}
              canClear={text !== '' && !required}
              onChoose={choose}
              onClose={() => setIsOpen(false)}
              onFocusBack={focusBack}
            />
          )}
        </div>
      )}
    </Field>
  );
}
