/** Made-up customers that are on no list: firms, ships, and people in scripts other than Latin. Seeded. */
import { pick, type Random } from '../random.ts';

const WORDS = (
  'Trading General Shipping Holding Group International Construction Engineering Import Export Industries Services ' +
  'Investment Logistics Marine Petroleum Energy Textile Foods Electronics Technology Transport Steel Consulting Commercial'
).split(' ');
const FORMS = ['Ltd', 'LLC', 'Inc.', 'GmbH', 'S.A.', 'Co., Ltd', 'JSC', 'FZE', 'PLC', 'B.V.'];
const PLACES = ['Dubai', 'Istanbul', 'London', 'Shanghai', 'Beirut', 'Moscow', 'Panama', 'Tehran'];
const SHIP_WORDS =
  'Star Pearl Ocean Sea Queen Spirit Hope Glory Lady Sun Moon Wind Dream Eagle Falcon Fortune Victory Horizon Dawn Jade'.split(
    ' ',
  );

/** A firm named after a family: common company words, most with a legal form. */
export function madeUpFirm(families: readonly string[], random: Random): string {
  const words = [pick(families, random), pick(WORDS, random)];
  if (random() < 0.4) words.push(pick(WORDS, random));
  if (random() < 0.15) words.push(`(${pick(PLACES, random)})`);
  if (random() < 0.8) words.push(pick(FORMS, random));
  return words.join(' ');
}

/** A ship named after a family, with a word that many ships have. */
export function madeUpShip(families: readonly string[], random: Random): string {
  const name = `${pick(families, random)} ${pick(SHIP_WORDS, random)}`;
  return random() < 0.3 ? `MV ${name}` : name;
}

const HAN_FAMILIES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
const HAN_GIVEN = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国文志海波鹏宇婷雪梅浩然子轩欣怡佳琪晓东春',
];
const HANGUL_FAMILIES = [
  ...'김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나',
];
const HANGUL_SYLLABLES = [...'민서준지현우영수진호성재경상미은정희선혜연아윤하도동태승원종철용광순옥'];
const CYRILLIC_FAMILIES =
  'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Лебедев Козлов Степанов'.split(
    ' ',
  );
const CYRILLIC_GIVEN =
  'Алексей Дмитрий Сергей Андрей Михаил Николай Павел Виктор Олег Игорь Роман Кирилл Антон Максим'.split(' ');
const ARABIC_FAMILIES = 'الحداد النجار الخطيب الشامي العلي المصري الحلبي القاضي الصباغ العمري'.split(' ');
const ARABIC_GIVEN = 'محمد أحمد خالد عمر يوسف سامي حسن كريم طارق ماهر نبيل فادي'.split(' ');

/** Made-up people of one script. */
export const madeUpPeople: Record<string, (random: Random) => string> = {
  Han: (random) =>
    pick(HAN_FAMILIES, random) + pick(HAN_GIVEN, random) + (random() < 0.8 ? pick(HAN_GIVEN, random) : ''),
  Hangul: (random) =>
    pick(HANGUL_FAMILIES, random) + pick(HANGUL_SYLLABLES, random) + pick(HANGUL_SYLLABLES, random),
  Cyrillic: (random) => `${pick(CYRILLIC_GIVEN, random)} ${pick(CYRILLIC_FAMILIES, random)}`,
  Arabic: (random) =>
    `${pick(ARABIC_GIVEN, random)} ${pick(ARABIC_GIVEN, random)} ${pick(ARABIC_FAMILIES, random)}`,
};
