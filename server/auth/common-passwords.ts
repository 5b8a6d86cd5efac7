import { messages } from '../../shared/messages.ts';
import { invalid } from '../http/problem.ts';

/** What people here choose first, beside what they choose everywhere. */
const local = `administrator liverpool manchester manunited arsenal chelsea everton tottenham england scotland london uniform workwear
  january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  spring summer autumn winter welcome changeme letmein password`.split(/\s+/);

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords that were found most often in leaks. They are read when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set([...dictionary['passwords-common'], ...local]));
  return loaded;
};

/** The person whose password it will be. */
export interface PasswordOwner {
  forenames: string;
  surname: string;
  email: string | null;
}

/** Without the digits and signs before and after it, which is how a word is made to look like a password. */
const bare = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

/** The words that stand for a person and for the product: whoever guesses tries them first. */
const ownWords = ({ forenames, surname, email }: PasswordOwner): string[] =>
  [...`${forenames} ${surname}`.split(/[^\p{L}]+/u), ...(email ?? '').split(/[@.+_-]/), 'kitroom']
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4);

/** Characters that have to be left where a person's own words are taken out. */
const REST_MIN = 8;

/** Refuse with 422 on `password` what would be guessed first: a common password, one with digits and signs around it, or a word of one's own. */
export async function enforceGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  const lower = password.toLowerCase();
  const common = await commonPasswords();
  const word = bare(lower);
  // Nothing but digits and signs, one character or two over and over, or a common word in their midst.
  const isCommon = word === '' || new Set(lower).size <= 2 || common.has(lower) || (password.length < 16 && common.has(word));
  if (isCommon) throw invalid({ password: messages.password_common });
  const rest = ownWords(owner).reduce((left, own) => left.replaceAll(own, ''), lower);
  if (rest.length < lower.length && rest.length < REST_MIN) throw invalid({ password: messages.password_own_words });
}
