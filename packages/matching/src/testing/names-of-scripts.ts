/** Made-up people and firms, in the scripts that a list or a passport may write them in. */

const people: readonly (readonly string[])[] = [
  [
    'Vladimir Sergeyevich Kuznetsov',
    'Владимир Сергеевич Кузнецов',
    'فلاديمير سيرغيفيتش كوزنتسوف',
    '弗拉基米尔·库兹涅佐夫',
    '블라디미르 쿠즈네초프',
  ],
  ['Oleksandr Hryhorovych Shevchuk', 'Олександр Григорович Шевчук', 'Александр Григорьевич Шевчук'],
  ['Dragan Đorđević', 'Драган Ђорђевић'],
  ['Muhammad Abd al-Rahman al-Qahtani', 'محمد عبد الرحمن القحطاني', 'Мухаммад Абдуррахман аль-Кахтани'],
  ['Abdullah bin Khalid bin Hamad', 'عبد الله بن خالد بن حمد', 'Абдулла бин Халид бин Хамад'],
  ['Gholam Reza Hosseinzadeh', 'غلامرضا حسین‌زاده', 'Голам Реза Хоссейнзаде'],
  ['Wang Xiaoming', '王小明', '왕샤오밍', 'Ван Сяомин'],
  ['Chan Tai Man', '陳大文', '陈大文'],
  ['Ouyang Zhenhua', '欧阳振华', '歐陽振華'],
  ['Kim Yong Chol', '김영철', '金永哲', 'Ким Ён Чхоль', 'キム・ヨンチョル'],
  ['Ri Jong Hyok', '리종혁', '이종혁', 'Lee Jong-hyuk'],
  ['Nguyễn Văn Hùng', 'Nguyen Van Hung', '阮文雄'],
  ['Yamada Tarō', '山田太郎', 'ヤマダ タロウ', 'やまだ たろう'],
  ['Nikolaos Papadopoulos', 'Νικόλαος Παπαδόπουλος'],
  ['Giorgi Beridze', 'გიორგი ბერიძე', 'Гиорги Беридзе'],
  ['Armen Hakobyan', 'Արմեն Հակոբյան', 'Армен Акопян'],
  ['David Mizrahi', 'דוד מזרחי', 'דָּוִד מִזְרָחִי'],
  ['Rajesh Kumar Sharma', 'राजेश कुमार शर्मा'],
  ['Abdur Rahman Chowdhury', 'আব্দুর রহমান চৌধুরী'],
  ['Murugan Subramaniam', 'முருகன் சுப்பிரமணியம்'],
  ['Somchai Rattanakosin', 'สมชาย รัตนโกสินทร์'],
  ['Tesfaye Bekele', 'ተስፋዬ በቀለ'],
  ['İbrahim Yıldırım', 'Ibrahim Yildirim', 'إبراهيم يلدريم'],
];

const firms: readonly (readonly string[])[] = [
  ['Vostok Trading Company LLC', 'ООО «Торговая компания Восток»', 'شركة فوستوك للتجارة ذ.م.م'],
  ['Al Noor General Trading LLC', 'شركة النور للتجارة العامة', 'ООО Аль Нур Дженерал Трейдинг'],
  ['Dalian Haiyang Shipping Co., Ltd.', '大连海洋船务有限公司', '大連海洋船務有限公司'],
  ['Chosun Daesong Bank', '조선대성은행', '朝鮮大成銀行'],
  ['Hellenic Shipping S.A.', 'Ελληνική Ναυτιλιακή Α.Ε.'],
  ['Bank of Tbilisi', 'თბილისის ბანკი', 'Банк Тбилиси'],
];

/** The spellings of each person and firm; the first is in Latin letters. */
export const namesOfScripts: readonly (readonly string[])[] = [...people, ...firms];
