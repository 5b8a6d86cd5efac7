import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';

/** The caller's own current password. */
const ownPassword = z.string().min(1, messages.own_password_needed).max(limits.password_max);

/** A new password, checked by the rules that depend on the password alone; the server checks further rules. */
export const newPassword = z.string().min(limits.password_min, messages.password_too_short).max(limits.password_max);

/** Six digits as an authenticator app shows them, often with a space in the middle. */
export const totpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, messages.totp_digits));

export const changePasswordInput = z
  .object({ current_password: ownPassword, password: newPassword, password_confirmation: z.string() })
  .refine((body) => body.password === body.password_confirmation, { path: ['password_confirmation'], message: messages.password_differs });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export const forgotPasswordInput = z.object({ email: z.string().trim().normalize().min(1).max(limits.email) });

/** The hash of a session's token. It is sent in place of the token, because the hash can end the session and do nothing else. */
export const revokeInput = z.object({ token_hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** A new password, with the token from a link. */
export const resetPasswordInput = z.object({ token: z.string().min(1).max(200), password: newPassword });
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

/** The caller's own password as a proof of identity. */
export const passwordProof = z.object({ password: ownPassword });

/** The first code of an authenticator app turns the second factor on. */
export const turnOnTotpInput = z.object({ code: totpCode });

export const impersonateInput = z.object({
  reason: lineText(limits.reason, messages.at_most(limits.reason)).min(1, messages.reason_needed),
  password: ownPassword,
  /** Required if the super has a second factor. */
  totp: totpCode.optional(),
});
export type ImpersonateInput = z.infer<typeof impersonateInput>;
