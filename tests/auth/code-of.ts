import { TOTP } from 'otpauth';

/** The code that an authenticator app with this secret shows at a time, or some steps of 30 seconds later. */
export const codeOf = (secret: string, now: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.parse(now) + steps * 30_000 });
