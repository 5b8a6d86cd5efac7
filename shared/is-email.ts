const sign = '\\p{L}\\p{M}\\p{N}';
const atom = `[${sign}!#$%&'*+/=?^_\`{|}~-]+`;
const label = `[\\p{L}\\p{N}](?:[${sign}-]{0,61}[${sign}])?`;
const ending = '(?:[\\p{L}\\p{M}]{2,63}|xn--[a-z0-9-]{1,59})';
const address = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${ending}$`, 'iu');

/**
 * Whether a text is an email address. The local part and the domain may have letters of every script. The local part may also have the signs that
 * mail servers accept, as in `r&d@example.com`.
 */
export const isEmail = (text: string): boolean => address.test(text.normalize('NFC'));
