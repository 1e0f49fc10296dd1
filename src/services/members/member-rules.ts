import { isWithin } from '../../text/characters.js';
import { foldCase, hidesText, normalizeName } from '../../text/safe-name.js';
import { codeOfText, type Violations } from '../rules/violations.js';

const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 1_024;
/** RFC 5321 limits an address to 254 characters. */
export const MAX_EMAIL = 254;

/** Includes the form before case folding: an address with a rare letter may still be stored that way. */
export const emailForms = (email: string): readonly string[] => {
  const former = email.trim().normalize('NFC').toLowerCase().normalize('NFC');
  return [...new Set([former, normalizeEmail(email)])];
};

/** The form for comparing and storing: case, accents' encoding and letter width do not make another person. */
export const normalizeEmail = (email: string): string => foldCase(normalizeName(email.trim()));

/**
 * Refuses a text that cannot be an address. Only a message could show whether a person reads it. Returns the normalized
 * address.
 */
export const checkEmail = (violations: Violations, field: string, given: string): string => {
  const email = normalizeEmail(given);
  const at = email.lastIndexOf('@');
  const isAddress = at > 0 && at < email.length - 1 && !/[\s<>()",;:\\[\]]/u.test(email) && !hidesText(given);
  violations.check(
    isAddress && isWithin(email, MAX_EMAIL),
    field,
    `\`${field}\` must be an e-mail address of at most ${MAX_EMAIL} characters, such as ann@example.com.`,
    codeOfText(email, MAX_EMAIL),
  );
  return email;
};

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Length is what counts; beyond that, only the first guesses of every attacker are refused. */
export const checkPassword = (violations: Violations, field: string, password: string, person: Person): void => {
  const length = isWithin(password, MAX_PASSWORD) ? [...password].length : Number.POSITIVE_INFINITY;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    const code = password === '' ? 'REQUIRED' : length > MAX_PASSWORD ? 'TOO_LONG' : 'TOO_SHORT';
    violations.add(field, `The password must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`, code);
    return;
  }
  const plain = simplify(password);
  const own = [person.email, person.email.split('@')[0] ?? '', person.name].map(simplify);
  const isOwn = own.includes(plain);
  violations.check(!isOwn, field, 'The password must not be your name or your e-mail address.', 'WEAK_PASSWORD');
  const isCommon = new Set(plain).size < 4 || COMMON.has(plain);
  const message = 'This password is too common; choose another.';
  violations.check(!isCommon, field, message, 'WEAK_PASSWORD');
};

const simplify = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** Passwords of at least 12 characters from public lists of leaked ones. */
const COMMON: ReadonlySet<string> = new Set(
  `123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 123456789abc 1234567890qwe 1234567890abc
   0123456789012 0987654321098 012345678910 123123123123 123451234512345 112233445566 121212121212 123321123321
   111222333444 147258369147 159753159753 987654321987 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc
   1qaz2wsx3edc4rfv qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop[] qwertyqwerty qwerty123456 qwerty1234567
   qwerty12345678 qwerty123456789 qwertyuiopasdfghjkl qwertzuiop123 azertyuiop123 azertyuiop12 asdfghjkl123 asdfghjkl1234
   asdfghjklqwertyuiop zxcvbnm12345 zxcvbnm123456 zxcvbnm123456789 q1w2e3r4t5y6 qazwsxedcrfv qazwsxedc123 abcdefghijkl
   abcdefghijklmnop abc123abc123 abcd12345678 abcdef123456 a123456789012 a1b2c3d4e5f6 aa1234567890 password1234
   password12345 password123456 password123! password1234! password2024 password2025 password2026 passwordpassword
   password123password p@ssw0rd1234 p@ssword1234 p@ssw0rd12345 passw0rd1234 mypassword123 mypassword1 yourpassword
   changeme1234 changeme12345 changemeplease changeme123! administrator administrator1 administrator123 admin1234567
   admin12345678 admin123admin adminadmin123 adminadminadmin welcome12345 welcome123456 welcome2024! welcome2025!
   welcome2026! letmein12345 letmein123456 letmeinplease iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch
   sunshine1234 princess1234 football1234 baseball1234 basketball12 superman1234 liverpool123 manchesterunited
   trustno1trustno1 correcthorsebatterystaple monkey123456 dragon123456 master123456 shadow123456 summer123456
   summer2024! summer2025! summer2026! computer1234 internet1234 whateverwhatever unknownunknown defaultpassword
   secretsecret secretpassword secret123456 testtesttest test12345678 testtest1234 testpassword temporary123 qwert1234567
   qwe123qwe123 asd123asd123 zaq12wsxcde3 zaq1zaq1zaq1 !qaz2wsx3edc pushgraph123 pushgraph1234 pushnotification`
    .split(/\s+/)
    .map(simplify),
);
