/**
 * Made-up people whose names are written in Cyrillic, Arabic, Persian and Hebrew letters, each also in Latin letters as a
 * passport has it. So what the script costs can be told from how many of the culture's names are on the lists.
 *
 * Names are in order of how frequent they are, and the first are drawn more often. No name was taken from a list; many
 * are on the lists all the same, as in any set of real people.
 */
import type { Random } from '../random.ts';

/** One person, or one of their names, in both writings. */
export interface WrittenPerson {
  own: string;
  latin: string;
}

/** How much more often the first names of a table are drawn than the last: 1 is not at all. */
const GIVEN_SKEW = 2;
const FAMILY_SKEW = 1.3;

/** `own latin` pairs; `_` is a space inside of a name. */
function table(text: string): readonly WrittenPerson[] {
  return text
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [own, latin] = pair.split(' ') as [string, string];
      return { own: own.replaceAll('_', ' '), latin: latin.replaceAll('_', ' ') };
    });
}

function draw<T>(items: readonly T[], random: Random, skew: number): T {
  return items[Math.floor(items.length * random() ** skew)]!;
}

function written(parts: readonly WrittenPerson[]): WrittenPerson {
  return {
    own: parts.map(({ own }) => own).join(' '),
    latin: parts.map(({ latin }) => latin).join(' '),
  };
}

const ARABIC_MEN = table(`
  محمد Mohamed, أحمد Ahmed, علي Ali, محمود Mahmoud, حسن Hassan, خالد Khaled, حسين Hussein, عمر Omar, يوسف Youssef
  إبراهيم Ibrahim, عبد_الله Abdullah, مصطفى Mustafa, سعيد Saeed, عبد_الرحمن Abdelrahman, طارق Tarek, وليد Walid, سامي Sami
  كريم Karim, ماجد Majed, فهد Fahad, ناصر Nasser, جمال Gamal, هشام Hesham, بلال Bilal, زياد Ziad, رامي Rami, فادي Fadi
  نبيل Nabil, عادل Adel, أيمن Ayman, باسم Bassem, ماهر Maher, وائل Wael, شادي Shadi, أنس Anas, حمزة Hamza, أسامة Osama
  عماد Emad, غسان Ghassan, نزار Nizar, منير Mounir, رشيد Rachid, إلياس Elias, مروان Marwan, بدر Badr, تامر Tamer
  هيثم Haitham, فيصل Faisal, سلطان Sultan, تركي Turki, نواف Nawaf, مشعل Meshal, أمجد Amjad, إيهاب Ihab, شريف Sherif
  معتز Moataz, لؤي Louay, قصي Qusay, يزن Yazan, آدم Adam, جورج Georges, إلياس Elias, بشير Bachir, عز_الدين Ezzeddine, صهيب Suhaib
`);
const ARABIC_WOMEN = table(`
  فاطمة Fatima, مريم Mariam, سارة Sara, عائشة Aisha, نور Nour, هدى Huda, منى Mona, سلمى Salma, ليلى Layla, زينب Zainab
  أمل Amal, هبة Heba, رنا Rana, ريم Reem, دينا Dina, نادية Nadia, سميرة Samira, إيمان Iman, رانيا Rania, لينا Lina
  هند Hind, خديجة Khadija, أسماء Asmaa, وفاء Wafaa, نسرين Nisreen, غادة Ghada, رغد Raghad, جنى Jana, شيماء Shaimaa, لمى Lama
`);
const ARABIC_FAMILIES = table(`
  الحداد Al-Haddad, النجار Al-Najjar, الخطيب Al-Khatib, المصري Al-Masri, العلي Al-Ali, الشامي Al-Shami, الحسن Al-Hassan
  القاضي Al-Qadi, الخوري El-Khoury, عبد_الله Abdallah, حداد Haddad, صالح Saleh, سالم Salem, منصور Mansour, خليل Khalil
  إبراهيم Ibrahim, حمدان Hamdan, عيسى Issa, الأحمد Al-Ahmad, المحمد Al-Mohammad, العتيبي Al-Otaibi, القحطاني Al-Qahtani
  الغامدي Al-Ghamdi, الحربي Al-Harbi, الدوسري Al-Dosari, الشمري Al-Shammari, العنزي Al-Anazi, الزهراني Al-Zahrani
  المطيري Al-Mutairi, الشهري Al-Shehri, المالكي Al-Maliki, الكعبي Al-Kaabi, المنصوري Al-Mansoori, البلوشي Al-Balushi
  الهاشمي Al-Hashimi, الجبوري Al-Jubouri, الدليمي Al-Dulaimi, العبيدي Al-Obaidi, التميمي Al-Tamimi, الساعدي Al-Saadi
  الربيعي Al-Rubaie, الزبيدي Al-Zubaidi, الحلبي Al-Halabi, الحمصي Al-Homsi, الدمشقي Al-Dimashqi, الصباغ Al-Sabbagh
  العمري Al-Omari, الحلاق Al-Hallaq, الطحان Al-Tahhan, القباني Al-Qabbani, الأيوبي Al-Ayoubi, الجندي Al-Jundi
  السيد El-Sayed, عبد_العزيز Abdelaziz, فرج Farag, شحاتة Shehata, عثمان Osman, البنا El-Banna, زكي Zaki, فوزي Fawzi, رزق Rizk
  غانم Ghanem, الشافعي El-Shafei, المهدي El-Mahdi, بنعلي Benali, بوعزيزي Bouazizi, العلوي Alaoui, الإدريسي El_Idrissi
  بناني Bennani, التازي Tazi, الفاسي El_Fassi, برادة Berrada, بن_عمر Ben_Omar, الطرابلسي Trabelsi, الهمامي Hammami, قاسمي Kacimi
  بلقاسم Belkacem, مرابط Mrabet, حمودة Hamouda, الورفلي Al-Warfalli, الزاوي Al-Zawi, الترهوني Al-Tarhuni, دياب Diab
  زيدان Zeidan, شاهين Shaheen, نصار Nassar, الصايغ El-Sayegh, معلوف Maalouf, حرب Harb, شمعون Chamoun, العطار Al-Attar
  البستاني Al-Boustani, سليمان Suleiman, درويش Darwish, عودة Odeh, أبو_زيد Abu_Zaid, بركات Barakat, العيسى Al-Issa, جابر Jaber
  الرشيد Al-Rasheed, السويدي Al-Suwaidi, الفارسي Al-Farsi, الحارثي Al-Harthi, الكندي Al-Kindi, السقاف Al-Saqqaf, باوزير Bawazir
`);

const PERSIAN_GIVEN = table(`
  محمد Mohammad, علی Ali, حسین Hossein, فاطمه Fatemeh, زهرا Zahra, رضا Reza, مهدی Mahdi, مریم Maryam, امیر Amir, سارا Sara
  حسن Hassan, احمد Ahmad, سعید Saeed, حمید Hamid, مسعود Masoud, مجید Majid, بهرام Bahram, فرهاد Farhad, کامران Kamran
  آرش Arash, نرگس Narges, لیلا Leila, شیرین Shirin, مینا Mina, پریسا Parisa, نازنین Nazanin, بابک Babak, سینا Sina, نیما Nima
  پویا Pouya, داریوش Dariush, کاوه Kaveh, کوروش Kourosh, الهام Elham, سمیرا Samira, ندا Neda, مهسا Mahsa, یاسمن Yasaman
`);
const PERSIAN_FAMILIES = table(`
  محمدی Mohammadi, حسینی Hosseini, احمدی Ahmadi, رضایی Rezaei, کریمی Karimi, موسوی Mousavi, جعفری Jafari, رحیمی Rahimi
  هاشمی Hashemi, صادقی Sadeghi, مرادی Moradi, قاسمی Ghasemi, ابراهیمی Ebrahimi, حیدری Heidari, اکبری Akbari, رستمی Rostami
  تهرانی Tehrani, شیرازی Shirazi, کاظمی Kazemi, نوری Nouri, یزدانی Yazdani, سلیمی Salimi, فرهادی Farhadi, نجفی Najafi
  عباسی Abbasi, امینی Amini, شریفی Sharifi, زارع Zare, باقری Bagheri, طاهری Taheri, افشار Afshar, بهرامی Bahrami, عزیزی Azizi
  کیانی Kiani, خسروی Khosravi, پورمحمدی Pourmohammadi, نیک_پور Nikpour, جهانگیری Jahangiri, اسدی Asadi, فتحی Fathi
  مقدم Moghaddam, سلطانی Soltani, گودرزی Goudarzi, شاکری Shakeri, رنجبر Ranjbar, درویشی Darvishi, توکلی Tavakoli
`);

const HEBREW_GIVEN = table(`
  משה Moshe, דוד David, יוסף Yosef, אברהם Avraham, שרה Sarah, רחל Rachel, נועה Noa, יעל Yael, איתן Eitan, אורי Uri, עומר Omer
  תמר Tamar, מיכל Michal, דניאל Daniel, יונתן Yonatan, רון Ron, גיל Gil, שירה Shira, אסתר Esther, אליהו Eliyahu, נדב Nadav
  אבי Avi, ליאור Lior, רונית Ronit, חיים Haim, יעקב Yaakov, שמעון Shimon, עמית Amit, הילה Hila, מאיר Meir, צבי Zvi
`);
const HEBREW_FAMILIES = table(`
  כהן Cohen, לוי Levi, מזרחי Mizrahi, פרץ Peretz, ביטון Biton, דהן Dahan, אברהם Avraham, פרידמן Friedman, מלכה Malka, אזולאי Azulai
  כץ Katz, יוסף Yosef, דוד David, עמר Amar, אוחיון Ohayon, חדד Hadad, גבאי Gabai, בן_דוד Ben_David, אדרי Edri, לוין Levin
  שפירא Shapira, קליין Klein, רוזנברג Rosenberg, גולדברג Goldberg, סגל Segal, ברק Barak, שלום Shalom, הררי Harari, נחום Nahum
  שטרן Stern, וייס Weiss, אלון Alon, רביבו Revivo, טל Tal, אשכנזי Ashkenazi, צור Tzur, גולן Golan, מור Mor, שגב Segev
`);

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
};

function romanised(word: string): string {
  const latin = [...word.toLowerCase()].map((letter) => CYRILLIC[letter] ?? letter).join('');
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const SLAVIC_MEN = words(`
  Александр Сергей Дмитрий Алексей Андрей Михаил Иван Николай Владимир Максим Евгений Павел Виктор Олег Игорь Роман Антон
  Юрий Константин Денис Артём Кирилл Никита Илья Василий Анатолий Вадим Станислав Руслан Тимур Григорий Борис Леонид
  Георгий Валерий Вячеслав Геннадий Фёдор Степан Егор Богдан Тарас Ярослав Назар Стоян Пётр Лев Семён Марк Захар
`);
const SLAVIC_WOMEN = words(`
  Анна Елена Ольга Наталья Мария Екатерина Татьяна Ирина Светлана Юлия Анастасия Людмила Галина Виктория Дарья Оксана
  Марина Валентина Надежда Вера Любовь Ксения Алина Полина Лариса Тамара Алёна Кристина Яна Маргарита
`);
const SLAVIC_FAMILIES = words(`
  Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов
  Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев
  Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов
  Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров
  Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев Данилов
  Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Щербаков Назаров Калинин Исаев Чернышёв Быков Маслов Родионов Коновалов
  Лазарев Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров Наумов Потапов Журавлёв Овчинников Трофимов Леонов
  Шевченко Коваленко Бондаренко Ткаченко Кравченко Олейник Лысенко Марченко Савченко Руденко Мороз Петренко Гончаренко
  Димитров Георгиев Стоянов Тодоров Ангелов Христов Ахметов Сулейманов Каримов Исмаилов Нурланов Садыков Абдуллаев Мусаев
`);
const FATHERS = words(`
  Александрович Сергеевич Дмитриевич Алексеевич Андреевич Михайлович Иванович Николаевич Владимирович Евгеньевич Павлович
  Викторович Олегович Игоревич Юрьевич Константинович Васильевич Анатольевич Станиславович Борисович Леонидович Петрович
`);

/** A given name, half of the people with their father's, and the family name in the form of the bearer's sex. */
function slavic(random: Random): WrittenPerson {
  const isWoman = random() < 0.5;
  const given = draw(isWoman ? SLAVIC_WOMEN : SLAVIC_MEN, random, GIVEN_SKEW);
  const family = draw(SLAVIC_FAMILIES, random, FAMILY_SKEW);
  const father = random() < 0.5 ? draw(FATHERS, random, GIVEN_SKEW) : '';
  const parts = [
    given,
    isWoman ? father.replace(/ич$/, 'на') : father,
    isWoman ? family.replace(/([оеё]в|ин)$/, '$1а') : family,
  ].filter((part) => part !== '');
  return { own: parts.join(' '), latin: parts.map(romanised).join(' ') };
}

/** A given name, the father's, of some the grandfather's, and a family name. */
function arabic(random: Random): WrittenPerson {
  const parts = [draw(random() < 0.35 ? ARABIC_WOMEN : ARABIC_MEN, random, GIVEN_SKEW)];
  for (const share of [0.6, 0.25]) if (random() < share) parts.push(draw(ARABIC_MEN, random, GIVEN_SKEW));
  return written([...parts, draw(ARABIC_FAMILIES, random, FAMILY_SKEW)]);
}

function persian(random: Random): WrittenPerson {
  const parts = [draw(PERSIAN_GIVEN, random, GIVEN_SKEW)];
  if (random() < 0.2) parts.push(draw(PERSIAN_GIVEN, random, GIVEN_SKEW));
  return written([...parts, draw(PERSIAN_FAMILIES, random, FAMILY_SKEW)]);
}

function hebrew(random: Random): WrittenPerson {
  return written([draw(HEBREW_GIVEN, random, GIVEN_SKEW), draw(HEBREW_FAMILIES, random, FAMILY_SKEW)]);
}

export const peopleOfScripts: Readonly<Record<string, (random: Random) => WrittenPerson>> = {
  Cyrillic: slavic,
  Arabic: arabic,
  Persian: persian,
  Hebrew: hebrew,
};
