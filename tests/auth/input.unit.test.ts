import { expect, test } from 'vitest';
import {
  changePasswordInput,
  forgotPasswordInput,
  impersonateInput,
  passwordProof,
  resetPasswordInput,
  totpCode,
  turnOnTotpInput,
} from '../../shared/auth/auth-input.ts';

test('a new password has to be entered twice', () => {
  const body = { current_password: 'x', password: 'long enough for us', password_confirmation: 'long enough for us' };
  expect(changePasswordInput.safeParse(body).success).toBe(true);
  expect(changePasswordInput.safeParse({ ...body, password_confirmation: 'long enough for me' }).error?.issues).toMatchObject([
    { path: ['password_confirmation'], message: 'The two passwords are not the same.' },
  ]);
});

test('a code of an authenticator app may have spaces anywhere', () => {
  expect(totpCode.parse(' 123 456')).toBe('123456');
  expect(totpCode.parse('1 2\t3 4 5 6')).toBe('123456');
  for (const text of ['12345', '1234567', '12345a', ''])
    expect(totpCode.safeParse(text).error?.issues).toMatchObject([{ message: 'Enter the six digits that your authenticator app shows.' }]);
});

test('a request about a forgotten password needs an email address of at most 254 characters', () => {
  expect(forgotPasswordInput.parse({ email: ' ann@lee.example ' })).toEqual({ email: 'ann@lee.example' });
  const isAccepted = (email: unknown): boolean => forgotPasswordInput.safeParse({ email }).success;
  expect(['x', 'x'.repeat(254), ' ', 'x'.repeat(255), undefined].map(isAccepted)).toEqual([true, true, false, false, false]);
});

test('a password reset needs the token of its link and a new password of 10 to 200 characters', () => {
  const isAccepted = (token: unknown, password: unknown): boolean => resetPasswordInput.safeParse({ token, password }).success;
  const password = 'long enough for us';
  expect(['x', 'x'.repeat(200), '', 'x'.repeat(201), undefined].map((token) => isAccepted(token, password))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([10, 200, 9, 201].map((length) => isAccepted('x', 'x'.repeat(length)))).toEqual([true, true, false, false]);
  expect(isAccepted('x', undefined)).toBe(false);
});

test('a confirmation by password needs 1 to 200 characters; turning on a second factor needs a code', () => {
  expect([1, 200, 0, 201].map((length) => passwordProof.safeParse({ password: 'x'.repeat(length) }).success)).toEqual([true, true, false, false]);
  expect(passwordProof.safeParse({ password: '' }).error?.issues).toMatchObject([{ message: 'Enter your password.' }]);
  expect(passwordProof.safeParse({}).success).toBe(false);
  expect(turnOnTotpInput.parse({ code: '123 456' })).toEqual({ code: '123456' });
  expect(turnOnTotpInput.safeParse({}).success).toBe(false);
});

test('acting as somebody else needs a reason and the password, and accepts a code', () => {
  const body = { reason: 'Marek asked me to', password: 'secret' };
  expect(impersonateInput.parse({ ...body, totp: '123 456' })).toEqual({ ...body, totp: '123456' });
  expect(impersonateInput.parse({ ...body, reason: 'x'.repeat(200) })).toMatchObject({ password: 'secret' });
  const messageOf = (change: object): string | undefined => impersonateInput.safeParse({ ...body, ...change }).error?.issues[0]?.message;
  expect([messageOf({ reason: ' ' }), messageOf({ reason: 'x'.repeat(201) })]).toEqual(['Say why.', 'At most 200 characters']);
  expect(impersonateInput.safeParse({ reason: 'Marek asked me to' }).success).toBe(false);
});
