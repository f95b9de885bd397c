// Recognises passwords that are easy to guess. The service does not accept such passwords.

import { LEAKED_PASSWORDS } from './leaked-passwords.ts';

/**
 * Published lists of leaked passwords contain few words from Iraq. The leaked passwords consist mostly of a word and
 * one of a few endings. The lists below therefore contain additional words, including words from Iraq, and these
 * endings. The service also refuses passwords that consist of these words and endings. Passwords with fewer than ten
 * characters are not needed here, because the service refuses them in any case.
 */
const WHOLE =
  `0123456789 1234567890 12345678910 123456789a 123456789q 1234567891 12345678900 123456789123 1234512345
  0987654321 9876543210 1029384756 1122334455 112233445566 11223344556677 1212121212 1231231231 123123123123 123321123321
  147258369a 1472583690 1597534862 741852963a 7894561230 9638527410 1020304050 1234554321 5432112345 0192837465
  1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv
  qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] qwertyuiopasdfghjkl asdfghjkl1 asdfghjkl123 asdfghjkl; zxcvbnm123
  zxcvbnm1234 zxcvbnm12345 zxcvbnm,./ qwerasdfzxcv asdfasdfasdf qweqweqweqwe asdasdasdasd zxczxczxczxc qwertyqwerty
  qweasdzxc123 qwe123qwe123 asd123asd123 123qweasdzxc 1234qwerasdf 1234qwerty 12345qwert 123456qwerty 123qwe123qwe
  abcdefghij abcdefghijk abcdefghijklmnopqrstuvwxyz abc123abc123 abcabcabcabc abcd123456 abc1234567 aabbccddee
  a123456789 a1234567890 q123456789 z123456789 aa123456789 aa12345678 abc123456789 1a2b3c4d5e a1b2c3d4e5 a1s2d3f4g5
  administrator administrador changemenow changeme123 trustno1trustno1 correcthorsebatterystaple passwordpassword
  iloveyouforever iloveyousomuch iloveyoubaby iloveyou2000 ihateyou123 opensesame fuckyoufuckyou nevermind123
  christopher alexandria christina1 elizabeth1 jacqueline stephanie1 alexander1 sebastian1 basketball volleyball
  skateboard strawberry watermelon chocolate1 butterfly1 blackberry california washington motherfucker godisgreat
  manchester liverpool1 barcelona1 realmadrid juventus1897 acmilan1899 chelsea1905 arsenal1886 everton1878 superman12
  allahuakbar bismillah1 bismillah123 alhamdulillah subhanallah inshallah1 mashallah1 muhammad12 abdulrahman abdulaziz1
  kurdistan1 mesopotamia receptionist housekeeping p@ssw0rd12`.split(/\s+/);

const WORDS =
  `password passw0rd p@ssword p@ssw0rd pa55word passwort contraseña motdepasse pass admin administrator root
  user guest test demo login welcome letmein changeme default secret master system server support service office qwerty
  qwert qwertz azerty asdfgh asdf zxcvbn qazwsx 1qaz2wsx abc abcd abcdef iloveyou loveyou love lovely princess sunshine
  football baseball soccer hockey monkey dragon shadow tiger lion eagle killer hunter ranger batman superman spiderman
  pokemon naruto minecraft starwars matrix phoenix freedom whatever hello computer internet samsung iphone google
  facebook android windows summer winter spring autumn january february march april june july august september october
  november december monday friday sunday michael michelle jessica jennifer daniel david robert thomas andrew joshua
  matthew jordan charlie george william richard nicole ashley amanda melissa maria anthony samantha alexander mohammed
  mohamed muhammad ahmed ahmad mahmoud mustafa hassan hussein hussain ali haider abbas karrar omar othman ibrahim yousef
  yusuf khalid abdullah fatima zainab zaynab maryam mariam aisha noor sara sarah layla huda rania hawra zahra allah islam
  bismillah habibi iraq iraqi baghdad basra basrah karbala kerbala najaf mosul kirkuk erbil arbil hawler duhok slemani
  sulaymaniyah kurdistan kurdish dijla furat babylon babil hotel hotels fundq funduq manager reception receptionist
  frontdesk frontoffice booking bookings reservation reservations room rooms cashier accounting sales company dubai
  istanbul turkey lebanon beirut damascus syria tehran jordan kuwait barcelona realmadrid liverpool chelsea arsenal
  juventus manutd manchester ronaldo messi`.split(/\s+/);

const YEARS = Array.from({ length: 38 }, (_, index) => String(1990 + index));
const ENDINGS =
  `1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 01 007 10 11 111 1111 22 222 3 321
  4321 54321 654321 7 77 786 99 100 101 110 112233 121212 123123 313 666 777 888 999 ! !! 1! 12! 123! 1234! 12345! @ @1
  @12 @123 @1234 @12345 @123456 #1 #123 #1234 _1 _123 _1234 -123 .123 * 123* 123# 123@ 1@ 1# a abc qwe`
    .split(/\s+/)
    .concat(
      YEARS,
      YEARS.map((year) => `@${year}`),
      YEARS.map((year) => `${year}!`),
    );

const LEAST_LETTERS = 10;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    ...LEAKED_PASSWORDS,
    ...WHOLE,
    ...WORDS.flatMap((word) => [word + word, ...ENDINGS.map((ending) => word + ending)]),
  ].filter((password) => [...password].length >= LEAST_LETTERS),
);

/** Returns true if a password is easy to guess. `password` must be in lower case. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password);
}
