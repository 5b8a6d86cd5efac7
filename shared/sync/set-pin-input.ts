import { z } from 'zod';
import { limits } from '../limits.ts';

/** One's own PIN, four to eight digits; null removes it. It needs the password. */
export const setPinInput = z.object({
  pin: z
    .string()
    .regex(/^\d{4,8}$/)
    .nullable(),
  current_password: z.string().max(limits.password_max),
});
export type SetPinInput = z.infer<typeof setPinInput>;
