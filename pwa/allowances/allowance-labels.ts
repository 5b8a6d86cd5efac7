import type { AllowanceExcess, AllowanceTerms, AllowanceUnit } from '../../shared/allowances/allowance.ts';

/** What happens with an order for more, in short. */
export const excessLabels: Readonly<Record<AllowanceExcess, string>> = {
  refuse: 'Refused',
  approve: 'Needs approval',
  warn: 'Sent with a warning',
};

/** What an allowance counts. */
export const unitLabels: Readonly<Record<AllowanceUnit, string>> = { items: 'Items', points: 'Points', pence: 'Pounds' };

/** When the periods of an allowance begin. */
export const anchorLabels: Readonly<Record<AllowanceTerms['anchor'], string>> = {
  fixed: 'On one day for everybody',
  start_date: 'On each person’s first day',
  rolling: 'With each order',
};

/** The usual periods, by their months; `once` and `other` are not numbers. */
export const periodChoices = [
  { value: '12', label: 'A year' },
  { value: '6', label: '6 months' },
  { value: '3', label: '3 months' },
  { value: '1', label: 'A month' },
  { value: '24', label: '2 years' },
  { value: 'once', label: 'Once, never renewed' },
  { value: 'other', label: 'Other' },
] as const;
