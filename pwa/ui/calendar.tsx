import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { DayPicker, type DropdownProps } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { Button } from './button.tsx';
import './calendar.css';
import { Icon } from './icon.tsx';

export interface CalendarProps {
  /** The element beside which the calendar opens. */
  anchor: RefObject<HTMLElement | null>;
  /** The button that opens the calendar: a press on it does not count as a press outside, which would close the calendar. */
  opener: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLDivElement | null>;
  label: ReactNode;
  /** The chosen day, `YYYY-MM-DD`, the format of every day in this file. */
  day: string | null;
  today: string;
  min: string | undefined;
  max: string | undefined;
  canClear: boolean;
  /** Called with the chosen day, or with `''` if the day is cleared. */
  onChoose: (day: string) => void;
  onClose: () => void;
  /** Called before the calendar closes, unless the focus is somewhere else already. */
  onFocusBack: () => void;
}

/** How many years the calendar offers before and after the present year. Days outside these years can be typed. */
const YEARS_BEFORE = 20;
const YEARS_AFTER = 10;

/** Midnight of `day` in the browser's time zone, because the calendar compares days in that time zone. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
const two = (number: number): string => String(number).padStart(2, '0');
const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const yearsFrom = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}-${years < 0 ? '01-01' : '12-31'}`;

const labels = {
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelMonthDropdown: () => 'Month',
  labelYearDropdown: () => 'Year',
};
const components = {
  Dropdown: ({ options = [], className: _, ...select }: DropdownProps) => (
    <select className="in" {...select}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  ),
  Chevron: ({ orientation }: { orientation?: string }) => <Icon name={orientation === 'left' ? 'back' : 'next'} />,
};

/**
 * The calendar of a date field, in British English whatever the language of the browser. The arrows, PageUp, PageDown, Home and End move, Enter
 * chooses, Escape closes. Days before `min` and after `max` cannot be chosen.
 */
export function Calendar(props: CalendarProps) {
  const { anchor, opener, panel, label, day, today, min, max, canClear, onChoose, onClose, onFocusBack } = props;
  const isWithin = (other: string): boolean => (!min || other >= min) && (!max || other <= max);
  const days = [yearsFrom(today, -YEARS_BEFORE), yearsFrom(today, YEARS_AFTER), day, min, max].filter((some) => some != null).sort();
  const chosen = day === null ? undefined : dateOf(day);
  const choose = (next: string): void => {
    onChoose(next);
    onFocusBack();
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          className="calendar rise"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={typeof label === 'string' ? `Calendar: ${label}` : 'Calendar'}
          // The focus is not set earlier, because a dialog around the field takes it back until this panel is in front.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]')?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={onFocusBack}
          onInteractOutside={(event) => opener.current?.contains(event.target as Node) && event.preventDefault()}
          // Keys in the calendar must not reach the screen behind it.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <DayPicker
            mode="single"
            fixedWeeks
            showOutsideDays
            navLayout="around"
            captionLayout="dropdown"
            locale={enGB}
            labels={labels}
            components={components}
            today={dateOf(today)}
            selected={chosen}
            defaultMonth={chosen ?? dateOf(isWithin(today) ? today : (min ?? max ?? today))}
            startMonth={dateOf(min ?? days[0] ?? today)}
            endMonth={dateOf(max ?? days.at(-1) ?? today)}
            disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
            onSelect={(_, date) => choose(dayOf(date))}
          />
          <div className="line">
            <Button look="quiet" disabled={!isWithin(today)} onClick={() => choose(today)}>
              Today
            </Button>
            {canClear && (
              <Button look="quiet" className="push" onClick={() => choose('')}>
                Clear
              </Button>
            )}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
