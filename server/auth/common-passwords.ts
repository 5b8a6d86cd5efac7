import { messages } from '../../shared/messages.ts';
import { invalid } from '../core/problem.ts';

/** Words that people in the United Kingdom often choose as passwords, in addition to the common passwords. */
const local = `administrator liverpool manchester manunited arsenal chelsea everton tottenham england scotland london uniform workwear
  january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  spring summer autumn winter welcome changeme letmein password`.split(/\s+/);

let passwords: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords that were found most often in leaks. They are read when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  passwords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set([...dictionary['passwords-common'], ...local]));
  return passwords;
};

/** The person who chooses the password. */
export interface PasswordOwner {
  forenames: string;
  surname: string;
  email: string | null;
}

/** The text without the digits and signs before and after it, which people add to a word to make a password. */
const bare = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

/** The alphabet, and the rows and columns of a keyboard. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

const isSequence = (text: string): boolean => sequences.some((sequence) => sequence.includes(text));

const signsForLetters: Record<string, string> = { '@': 'a', $: 's', '0': 'o', '1': 'l', '3': 'e', '4': 'a' };

/** The text with letters in place of the signs and digits that look like them. */
const lettered = (text: string): string => text.replace(/[@$0134]/g, (sign) => signsForLetters[sign] ?? sign);

/** The part that the text repeats, if the text consists only of repetitions with or without signs between them; otherwise null. */
const repeatedPart = (text: string): string | null => /^(.+?)\1+$/u.exec(text.replace(/[^\p{L}\p{N}]+/gu, ''))?.[1] ?? null;

/** A repeated part shorter than this is easy to guess. */
const REPEATED_MIN = 6;

/** Whether a text consists only of digits and signs, one or two repeated characters, a sequence, or a common word with digits and signs around it. */
function isEasy(text: string, common: ReadonlySet<string>): boolean {
  const word = bare(text);
  if (word === '' || new Set(text).size <= 2 || common.has(text) || isSequence(word)) return true;
  return text.length < 16 && (common.has(word) || common.has(lettered(word)));
}

/** The words of the person's name and email address, and the name of Kitroom: an attacker tries these words first. */
const ownWords = ({ forenames, surname, email }: PasswordOwner): string[] =>
  [...`${forenames} ${surname}`.split(/[^\p{L}]+/u), ...(email ?? '').split(/[@.+_-]/), 'kitroom']
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4);

/** Characters that have to remain after a person's own words are removed. */
const REST_MIN = 8;

/**
 * Refuse with 422 on `password` a password that would be guessed first: a common password (even repeated or with digits and signs around it), a
 * sequence, or one of the person's own words.
 */
export async function enforceGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  const lower = password.toLowerCase();
  const common = await commonPasswords();
  const part = repeatedPart(lower);
  if (isEasy(lower, common) || (part !== null && (part.length < REPEATED_MIN || isEasy(part, common))))
    throw invalid({ password: messages.password_common });
  const rest = ownWords(owner).reduce((remainder, own) => remainder.replaceAll(own, ''), lower);
  if (rest.length < lower.length && rest.length < REST_MIN) throw invalid({ password: messages.password_own_words });
}
