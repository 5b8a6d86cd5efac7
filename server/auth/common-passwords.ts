/** Passwords of ten characters and more that are tried first by anybody who guesses; compared without case. */
const common = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1111111111 0000000000 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop
  qwertyuiop1 qwerty12345 qwerty123456 asdfghjkl1 asdfghjkl123 zxcvbnm123 password12 password123 password1234 password12345 passw0rd123
  mypassword mypassword1 changeme123 letmein123 letmein1234 welcome123 welcome1234 welcome12345 iloveyou12 iloveyou123 sunshine12
  sunshine123 princess12 princess123 football12 football123 liverpool1 liverpool123 manchester manchester1 manunited1 arsenal123 chelsea123
  everton123 tottenham1 superman12 superman123 batman1234 dragon1234 monkey1234 charlie123 michael123 jennifer12 jessica123 trustno1234
  abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 administrator admin12345 admin123456 administrator1 uniform123 workwear123
  kitroom123 kitroom1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 autumn2025 autumn2026 spring2025 spring2026
  january2026 london2026 england123 scotland123 november2026 december2026`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a password is among the first anybody would guess, or one character over and over. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase()) || /^(.)\1+$/.test(password);
