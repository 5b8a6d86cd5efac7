import { describe, expect, test } from 'vitest';
import { trackingFormOf } from '../../server/carriers/tracking-form.ts';
import { readSettings, SettingsError } from '../../server/core/settings.ts';
import { checkTrackingNumber } from '../../shared/dispatch/set-tracking.ts';
import { isTrackingNumber, type TrackingForm } from '../../shared/dispatch/tracking-number.ts';

const accepted = (form: TrackingForm, numbers: readonly string[]) => numbers.filter((number) => isTrackingNumber(form, number));

describe('a tracking number', () => {
  test('matches the whole pattern of its carrier group, in capitals or not', () => {
    const form = { pattern: 'JD\\d{4}|ND\\d{3}', check: null };
    expect(accepted(form, ['JD0002', 'jd0002', 'ND123'])).toEqual(['JD0002', 'jd0002', 'ND123']);
    expect(accepted(form, ['JD00023', 'XJD0002', 'ND1234', '9999999999994', ''])).toEqual([]);
  });

  test('has a GS1 check digit over all its digits, if the setting is mod10', () => {
    const form = { pattern: null, check: 'mod10' } as const;
    expect(accepted(form, ['9999999999994', '4006381333931', '(00)340123450000000000', 'A4006381333931B'])).toHaveLength(4);
    expect(accepted(form, ['9999999999995', '4006381333930', '7', 'ABC', ''])).toEqual([]);
    expect(accepted({ pattern: '\\d{14}', check: 'mod10' }, ['9999999999994', '09999999999994'])).toEqual(['09999999999994']);
  });

  test('is an item number of the Universal Postal Union, if the setting is s10', () => {
    const form = { pattern: null, check: 's10' } as const;
    expect(accepted(form, ['RR473124829GB', 'rr473124829gb'])).toHaveLength(2);
    // A check digit of 10 is written as 0, and one of 11 as 5.
    expect(accepted(form, ['RR000000080GB', 'RR000000005GB'])).toHaveLength(2);
    expect(accepted(form, ['RR473124820GB', 'RR473124829', 'R4731248299GB', '9999999999994'])).toEqual([]);
  });

  test('is refused at its field if it does not have the set format; any number is accepted if no format is set', () => {
    expect(checkTrackingNumber({ pattern: 'JD\\d{4}', check: null }, 'X')).toMatchObject({ ok: false, field: 'tracking_number' });
    expect(checkTrackingNumber({ pattern: 'JD\\d{4}', check: null }, 'JD0001')).toEqual({ ok: true });
    expect(checkTrackingNumber(null, 'X')).toEqual({ ok: true });
  });
});

test('each carrier group has the format that its settings state, and a collection has no format', () => {
  const settings = readSettings({ TRACKING_PATTERN: '\\d{14}', TRACKING_CHECK: 'mod10', TRACKING_CHECK_SECOND: 's10' });
  expect(trackingFormOf(settings, '220')).toEqual({ pattern: '\\d{14}', check: 'mod10' });
  expect(trackingFormOf(settings, 'ND24')).toEqual({ pattern: null, check: 's10' });
  expect(trackingFormOf(settings, '999')).toBeNull();
  expect(trackingFormOf(readSettings({}), '220')).toBeNull();
});

test.each([
  [{ TRACKING_PATTERN: '(' }, 'TRACKING_PATTERN'],
  [{ TRACKING_PATTERN_SECOND: '[' }, 'TRACKING_PATTERN_SECOND'],
  [{ TRACKING_CHECK: 'mod11' }, 'TRACKING_CHECK'],
])('the server refuses to start with an invalid tracking pattern or check, and names the setting: %j', (environment, name) => {
  expect(() => readSettings(environment)).toThrow(SettingsError);
  expect(() => readSettings(environment)).toThrow(name);
});
