/**
 * Forms of one Slavic patronymic that share little spelling: Russian, Ukrainian, Belarusian and Polish ones, and
 * German spellings of them.
 */

/** Beginnings of the forms of one patronymic, up to the `v` of its ending. */
const STEMS: readonly string[] = [
  'vladimirov volodymyrov uladzimirav wladimirow',
  'ivanov iwanow ioannov',
  'aleksandrov oleksandrov alexandrov aliaksandrav alexandrow aleksandrow',
  'sergeev sergeyev serhiyov serhiiov siarheev sergejew sergejev',
  'nikolaev nikolayev mykolayov mykolaiov mikalaev nikolajew nikolajev',
  'mikhailov mykhailov mykhaylov mikhaylov mihailov mikhailav michailow',
  'alekseev alekseyev oleksiyov oleksiiov alexeev alexeyev aliakseev alexejew alekseiev',
  'andreev andreyev andriyov andriiov andrejew andrejev andreiev',
  'dmitriev dmitrijev dmytrov dmitryev dzmitryev dmitrijew',
  'viktorov victorov viktarav wiktorow viktorow',
  'vasilev vasilyev vasiliev vasylov vasylyov wassiljew wasiljew',
  'petrov piatrov pyatrov piotrow petrow',
  'pavlov paulav pawlow',
  'yurev yuryev yuriev iurev iuriev yuriyov yuriiov jurjew jurjev',
  'grigorev grigoryev grigoriev hryhorov hryhoriyov grigorjew',
  'evgenev evgenyev evgeniev yevgenyev yevgeniev yevhenov yevheniyov jewgenjew evgenjev',
  'anatolev anatolyev anatoliev anatoliyov anatoliiov anatoljew anatoljev',
  'gennadev gennadyev gennadiev hennadiyov hennadiiov gennadjew henadzev',
  'valerev valeryev valeriev valeriyov valeriiov walerjew valerjev',
  'vitalev vitalyev vitaliev vitaliyov vitaliiov witaljew',
  'arkadev arkadyev arkadiev arkadiyov arkadjew',
  'yevgenov evgenov jewgenow',
  'konstantinov kostyantynov kostiantynov kanstantsinav konstantinow',
  'leonidov leanidav leonidow',
  'vyacheslavov viacheslavov viatcheslavov vyatcheslavov wjatscheslawow',
  'stanislavov stanislawow',
  'vladislavov vladyslavov uladzislavav wladislawow',
  'yaroslavov iaroslavov jaroslawow jaroslavov',
  'stepanov stsiapanav stepanow',
  'fedorov fyodorov fiodorov fedarav fjodorow',
  'egorov yegorov iegorov jegorow',
  'igorev ihorov igarav igorow',
  'olegov olehov aleghav olegow',
  'maksimov maximov maksymov maksimav maximow',
  'antonov antanav antonow',
  'romanov ramanav romanow',
  'daniilov danilov danylov danilow',
  'davidov davydov dawidow',
  'valentinov valentynov walentinow',
  'veniaminov benjaminow weniaminow',
  'vadimov vadymov wadimow',
  'lvov levov lwow',
  'semenov semyonov semionov semenow semjonow',
];

/** Endings after a `v` and after a `w`. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  v: ['ich', 'ych', 'itch', 'ic'],
  w: ['itsch', 'icz', 'itch'],
};

/** A woman's form: Ukrainian has `i` before the `v`. */
function womansForms(stem: string): string[] {
  const ukrainian = stem.endsWith('ov') ? [`${stem.slice(0, -2)}ivna`] : [];
  return [`${stem}na`, ...ukrainian];
}

/** Groups as those of given names: forms of one patronymic, a man's and a woman's apart. */
export const PATRONYMIC_FORMS: readonly string[] = STEMS.flatMap((row) => {
  const stems = row.split(' ');
  const men = stems.flatMap((stem) => ENDINGS[stem.at(-1)!]!.map((ending) => stem + ending));
  return [men.join(' '), stems.flatMap(womansForms).join(' ')];
});
