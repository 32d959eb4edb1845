import { MORE_ARABIC_NAMES } from './arabic-more-names.ts';
import { WESTERN_ARABIC_NAMES } from './arabic-western-names.ts';

/**
 * Names that are often written in Arabic letters, with the vowels that the letters leave out. Each line: a Latin
 * spelling, then its spellings in Arabic, Persian, Pashto and Urdu, after `plainArabic`.
 */
const NAMES = `
mohammed محمد
ahmed احمد
mahmoud محمود
hamid حامد حميد
hamdi حمدي
hammad حماد
ali علي
hassan حسن حسان
hussein حسين
mohsen محسن
omar عمر
amr عمرو
umair عمير
othman عثمان عثمن
abu ابو
abi ابي
abd عبد
abdo عبده
abdallah عبدالله
abdulrahman عبدالرحمن عبدالرحمان
bin بن ابن
bint بنت
ibrahim ابراهيم ابرهيم
ismail اسماعيل اسمعيل
ishaq اسحاق اسحق
yaqub يعقوب
yusuf يوسف
musa موسي
isa عيسي
yahya يحيي
zakaria زكريا
harun هارون هرون
dawood داود داوود
sulaiman سليمان
salman سلمان
salim سالم سليم
salah صلاح
saleh صالح
said سعيد
saad سعد
sadiq صادق صديق
saddam صدام
saif سيف
samir سمير
sami سامي
samira سميره
jamal جمال
jamil جميل
jabir جابر
jaber جبر
jafar جعفر
jasim جاسم
jihad جهاد
hadi هادي
hani هاني
hisham هشام
haitham هيثم
hilal هلال
hamza حمزه
habib حبيب
hafiz حافظ حفيظ
hakim حكيم حاكم
haidar حيدر
hatim حاتم
husam حسام
khalid خالد
khalil خليل
khalifa خليفه
khan خان
khamis خميس
khadija خديجه
karim كريم
kamal كمال
kamil كامل
kadhim كاظم
tariq طارق
talal طلال
talib طالب
taher طاهر
taha طه
tawfiq توفيق
turki تركي
thamir ثامر
rashid راشد رشيد
raed رائد
rafiq رفيق
rahim رحيم
rahman رحمن رحمان
ramadan رمضان
ramzi رمزي
rami رامي
rana رنا
reza رضا
riyad رياض
rashad رشاد
walid وليد
wael وائل
wali ولي
waliullah وليالله
faisal فيصل
fahd فهد
fadel فاضل فضل
fadi فادي
farid فريد
farooq فاروق
farhan فرحان
faraj فرج
fatima فاطمه
fathi فتحي
fuad فواد
fawzi فوزي
qasim قاسم
qais قيس
qusay قصي
qari قاري
uday عدي
adel عادل عدل
adnan عدنان
abbas عباس
abbud عبود
aziz عزيز
azzam عزام
izzat عزت
imad عماد
imran عمران
issam عصام
asim عاصم
aisha عايشه
amir امير عامر
amin امين
amina امنه امينه
anwar انور
anas انس
asad اسد
asaad اسعد
ashraf اشرف
akram اكرم
akbar اكبر
akhtar اختر
akhund اخوند اخند
agha اغا
ayman ايمن
ayub ايوب
aydin ايدين
iyad اياد
ilyas الياس
idris ادريس
iqbal اقبال
osama اسامه
allah الله
din دين
ghalib غالب
ghani غني
ghafur غفور
ghafar غفار
ghazi غازي
ghassan غسان
ghulam غلام
gul گل كل
shah شاه
sharif شريف
sheikh شيخ
shakir شاكر
shafiq شفيق
shams شمس
sher شير
shukri شكري
sabah صباح
sabir صابر
sabri صبري
safwan صفوان
sultan سلطان
suhail سهيل
sayyid سيد
majid ماجد مجيد
malik مالك ملك
mansur منصور
maryam مريم
marwan مروان
masoud مسعود
muadh معاذ
mubarak مبارك
mukhtar مختار
mulla ملا
munir منير
murad مراد
mustafa مصطفي
mutlaq مطلق
muslim مسلم
mazin مازن
maher ماهر
mahdi مهدي
mamoun مامون
nabil نبيل
nadir نادر
naji ناجي
najib نجيب
nasser ناصر نصر
nasim نسيم
nassir نصير
nayif نايف
naim نعيم
nizar نزار
nuh نوح
nur نور
nuri نوري
nidal نضال
badr بدر
bakr بكر
basim باسم
bashir بشير
bashar بشار
bassam بسام
bilal بلال
burhan برهان
barzan برزان
zaid زيد
zain زين
zaki زكي
zahir زاهر ظاهر
zainab زينب
ziad زياد
zubair زبير
watban وطبان
tikriti تكريتي
iraqi عراقي
masri مصري
baghdadi بغدادي
hashim هاشم
hashem هشم
hanafi حنفي
haqqani حقاني
jawad جواد
latif لطيف
luay لوي
lutfi لطفي
laden لادن
layla ليلي
parviz پرويز
pasha پاشا باشا
zakir ذاكر
rauf رووف روف
haq حق
jabbar جبار
jalil جليل
quddus قدوس
faiz فيض
basir بصير
nazar نظر
nazir نذير
hazrat حضرت
wathiq وثيق واثق
thaqib ثاقب
omari عمري
qadir قدير قادر
samad صمد
samie سميع
rabi ربيع
tayeb طيب
muti مطيع
haji حاجي
hajj حاج
mawlawi مولوي
walad ولد
zada زاده
shahab شهاب
jalal جلال
kabir كبير
majed مجد
mumin مومن
rahimi رحيمي
ahmadi احمدي
mohammadi محمدي
hosseini حسيني
hassani حسني
jafari جعفري
karimi كريمي
sadr صدر
taqi تقي
naqi نقي
baqir باقر
hijazi حجازي
yamani يماني
shami شامي
kuwaiti كويتي
saudi سعودي
jaziri جزايري
tunisi تونسي
libi ليبي
filistini فلسطيني
`;

/** Arabic letters with several forms, each in one; marks on letters left out. */
export function plainArabic(word: string): string {
  return word
    .replace(/[آأإٱ]/g, 'ا')
    .replace(/[ىیېۍئے]/g, 'ي')
    .replace(/[ؤ]/g, 'و')
    .replace(/[ک]/g, 'ك')
    .replace(/[ةۀہھە]/g, 'ه')
    .replace(/[ءـ]/g, '');
}

/** All names, one entry for each Latin spelling. */
export const ARABIC_NAMES: readonly string[] = [
  ...NAMES.trim().split('\n'),
  ...MORE_ARABIC_NAMES,
  ...WESTERN_ARABIC_NAMES,
];

const LATIN: ReadonlyMap<string, string> = new Map(
  ARABIC_NAMES.flatMap((entry) => {
    const [latin, ...spellings] = entry.split(' ') as [string, ...string[]];
    return spellings.map((spelling): [string, string] => [plainArabic(spelling), latin]);
  }),
);

/** The usual Latin spelling of a name in Arabic letters. */
export function latinOfArabic(word: string): string | undefined {
  return LATIN.get(plainArabic(word));
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Given names that others follow in one word, and those that follow them, after `plainArabic`, as Iran writes them: محمدرضا. */
const FIRST_NAMES = setOf(
  'محمد احمد محمود علي امير غلام حميد مهدي حسين حسن عباس سيد مير ولي فضل حبيب ابو نور شير خير دوست جان فيض شاه تاج گل نظر يار',
);
const SECOND_NAMES = setOf(
  'رضا علي حسين حسن مهدي محمد اكبر اصغر عباس امين جواد صادق تقي نقي باقر جعفر كاظم احمد ابراهيم جان خان زاده شاه اغا گل بكر پور نژاد',
);
const MIN_PART = 2;

/** The two given names that are written as one word; undefined for all other words. */
export function twoArabicNames(word: string): [string, string] | undefined {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const parts: [string, string] = [word.slice(0, at), word.slice(at)];
    if (FIRST_NAMES.has(plainArabic(parts[0])) && SECOND_NAMES.has(plainArabic(parts[1]))) return parts;
  }
  return undefined;
}
