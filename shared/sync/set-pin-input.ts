import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const pin = z
  .string()
  .regex(/^\d{4,8}$/, messages.pin_digits)
  .nullable();

/** One's own PIN, four to eight digits; null removes it. Setting and removing it both need the password. */
export const setPinInput = z.object({ pin, current_password: z.string().max(limits.password_max) });
export type SetPinInput = z.infer<typeof setPinInput>;

/** The PIN that a super gives to somebody on the floor; null removes it. */
export const userPinInput = z.object({ pin });
export type UserPinInput = z.infer<typeof userPinInput>;
