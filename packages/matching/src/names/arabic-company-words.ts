/**
 * Company words in Arabic letters as the Latin words that stand for them in `company-words.ts`, and words of which names of
 * organisations consist, with the vowels that are not written. Each entry is a Latin word and its spellings after
 * `plainArabic`, without the article.
 */
import { plainArabic } from './arabic-names.ts';
import { isAscii } from './transliterate.ts';

const WORDS = `
  company شركه شركت, bank بنك مصرف بانك, general عامه عام عمومي, trading تجاره, commercial تجاري تجاريه بازرگاني,
  exchange صرافه صرافي, petroleum بترول نفط نفت نفطيه, shipping ملاحه كشتيراني, marine بحريه بحري دريايي, transport نقل نقليات,
  group مجموعه گروه, establishment موسسه, charitable خيريه خيري, authority هييه, organization منظمه تنظيم سازمان,
  holding قابضه هلدينگ, investment استثمار استثمارات استثماريه, industry صناعه صناعات صناعيه صناعي صنايع صنعتي,
  contracting مقاولات, construction انشات انشاات ساختماني, engineering هندسه هندسيه مهندسي, import استيراد واردات,
  export تصدير, national وطنيه وطني, central مركزي مركزيه, islamic اسلامي اسلاميه, airline طيران هواپيمايي,
  insurance تامين بيمه, development تنميه توسعه, services خدمات, technology تكنولوجيا تقنيه فناوري,
  telecom اتصالات, energy طاقه انرژي, food اغذيه غذاييه, pharmaceutical ادويه دارويي داروسازي,
  steel فولاد, cement اسمنت سيمان, gas غاز گاز, petrochemical بتروكيماويات پتروشيمي, agriculture زراعه زراعيه كشاورزي,
  logistics لوجستيه لوجستيات, realestate عقاريه عقارات, tourism سياحه, travel سفريات, international دوليه دولي عالميه,
  university جامعه دانشگاه, center مركز, ministry وزاره وزارت, movement حركه جنبش, front جبهه, army جيش ارتش, union اتحاد,
  council مجلس, committee لجنه كميته, factory مصنع كارخانه, medical طبيه, media اعلام, united متحده, brothers اخوان برادران,
  sons اولاد ابنا, limited محدوده محدود, equipment معدات, electric كهربا كهرباييه, electronics الكترونيات,
  sepah سپه, melli ملي, mellat ملت, saderat صادرات, tejarat تجارت, hizb حزب, shabab شباب, qaida قاعده, nusra نصره,
  haramain حرمين, barakat بركات, sharia شريعه, manar منار, furat فرات, rafidain رافدين,
  syria سوريه سوريا, syrian سوري, iraq عراق, iran ايران, lebanon لبنان, egypt مصر, yemen يمن, libya ليبيا, sudan سودان,
  jordan اردن, dubai دبي, damascus دمشق, baghdad بغداد, tehran تهران طهران, beirut بيروت
`;

const LATIN: ReadonlyMap<string, string> = new Map(
  WORDS.trim()
    .split(/\s*,\s*/)
    .flatMap((entry) => {
      const [latin, ...spellings] = entry.split(/\s+/) as [string, ...string[]];
      return spellings.map((spelling): [string, string] => [plainArabic(spelling), latin]);
    }),
);

const ARABIC_WORD = /[\u0621-\u064a\u0671-\u06d3]+/g;
/** The article, `for the` and `and the` before a word. */
const BEFORE = /^و?(?:ال|لل)(?=.{2})/;

function latinWord(word: string): string {
  const plain = plainArabic(word);
  const known = LATIN.get(plain);
  if (known !== undefined) return known;
  const without = plain.replace(BEFORE, '');
  return without === plain ? word : (LATIN.get(without) ?? word);
}

/** The name of an organisation with such words in Latin letters. */
export function withCompanyWords(text: string): string {
  return isAscii(text) ? text : text.replace(ARABIC_WORD, latinWord);
}
