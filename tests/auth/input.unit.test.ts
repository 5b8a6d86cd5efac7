import { expect, test } from 'vitest';
import { changePasswordInput, totpCode } from '../../shared/auth/auth-input.ts';

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
