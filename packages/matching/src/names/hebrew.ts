/** Hebrew words to Latin letters. Frequent names get the vowels that the script leaves out. */

const LETTERS: Record<string, string> = {
  א: 'a',
  ב: 'b',
  ג: 'g',
  ד: 'd',
  ה: 'h',
  ו: 'v',
  ז: 'z',
  ח: 'h',
  ט: 't',
  י: 'y',
  כ: 'k',
  ך: 'k',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ס: 's',
  ע: 'a',
  פ: 'p',
  ף: 'f',
  צ: 'ts',
  ץ: 'ts',
  ק: 'k',
  ר: 'r',
  ש: 'sh',
  ת: 't',
};

const NAMES = `
benjamin בנימין
netanyahu נתניהו
moshe משה
david דוד
daniel דניאל
michael מיכאל
yosef יוסף
yaakov יעקב
yitzhak יצחק
avraham אברהם
shlomo שלמה
shimon שמעון
shmuel שמואל
yehuda יהודה
eliyahu אליהו
aharon אהרון אהרן
ariel אריאל
uri אורי
yonatan יונתן
yehoshua יהושע
haim חיים
gideon גדעון
rachel רחל
rivka רבקה
sarah שרה
leah לאה
hannah חנה
miriam מרים
esther אסתר
ruth רות
tamar תמר
cohen כהן
levi לוי
ben בן
bat בת
abu אבו
mizrahi מזרחי
peretz פרץ
`;

const LATIN: ReadonlyMap<string, string> = new Map(
  NAMES.trim()
    .split('\n')
    .flatMap((line) => {
      const [latin, ...spellings] = line.split(' ') as [string, ...string[]];
      return spellings.map((spelling): [string, string] => [spelling, latin]);
    }),
);

const WORD = /[\u05d0-\u05ea]+/g;

function latinWord(word: string): string {
  const known = LATIN.get(word);
  if (known !== undefined) return known;
  let out = '';
  for (let i = 0; i < word.length; i++) {
    const letter = word[i]!;
    const last = i === word.length - 1;
    if (letter === 'ו' && i > 0 && word[i + 1] !== 'ו') out += 'o';
    else if (letter === 'י' && i > 0 && word[i - 1] !== 'א') out += 'i';
    else if (letter === 'ה' && last && i > 0) out += 'a';
    else out += LETTERS[letter]!;
  }
  return out;
}

/** The text with its Hebrew words in Latin letters; everything else as it is. */
export function hebrewToLatin(text: string): string {
  return text.replace(WORD, latinWord);
}
