/**
 * How Chinese characters of names are spelled outside the Mainland: in Hong Kong by its government's habits, from Cantonese, and in
 * Singapore and Malaysia from Hokkien and Teochew. Mandarin does not show them: 陳志明 is Chen Zhiming, Chan Chi Ming and Tan
 * Chee Beng. A name is read in them only where it is in Han and each of its characters is here.
 */
import { simplified } from './traditional-characters.ts';

/** Spellings, the usual one first, and the characters (simplified) that are written so. */
const CANTONESE = `
ah nga: 亚阿 | au: 区欧瓯 | bik pik: 碧璧壁 | cha: 查茶 | chai: 齐仔济霁 | chak: 泽宅择翟 | cham: 湛 | chan tsan: 陈灿璨赞
chau chow: 周邹洲秋州舟畴 | che: 车 | cheng: 郑 | cheuk: 卓焯 | cheung: 张章祥长翔昌璋彰漳樟象畅 | tseung cheung: 蒋将 | chi chee: 志智之芝枝芷至治致姿池持知驰迟
chik: 植直积 | chim jim: 詹占瞻 | chin: 千前钱展迁芊战茜 | ching tsing: 清青晴静正政澄晶程征贞精靖菁祯呈净情整
chit: 哲彻捷节 | chiu: 超潮朝昭照赵招焦 | cho tso: 曹 | chor cho: 楚初佐左 | jo joe cho: 祖 | choi tsoi: 蔡彩才采材财载再赛
chong: 庄苍壮藏 | chu chue: 朱珠诸柱主注褚 | chuen: 全泉川铨存传尊荃专 | chui tsui: 徐崔翠随序 | chuk: 竹祝筑
chun tsun: 振镇震进俊晋珍真骏隽臻津春秦浚竣遵 | chung: 钟仲宗忠松聪冲充琮综中重颂 | fai: 辉晖徽挥费 | fan: 范樊凡帆芬勋焚训 | fat: 发法
fei: 飞菲霏妃 | fo: 火 | fok: 霍 | fong: 方芳房放晃舫 | fu foo: 傅富扶夫符苻付虎芙甫辅 | fuk: 福馥伏复 | fung: 冯凤锋峰丰风逢枫奉
ha: 夏霞 | hang: 恒衡幸行杏亨珩 | hau: 厚侯孝校后 | hei hay: 希曦喜熙羲禧晞僖 | heung: 香向享 | him: 谦 | hin: 轩宪显献骞
hing: 兴庆馨卿轻 | hiu: 晓 | ho: 何浩豪河可贺皓好荷灏昊颢 | hoi: 海凯开恺 | hok: 学鹤 | hon: 汉韩翰瀚 | hong: 康航项匡杭 | hui: 许
huen: 萱 | hung: 洪红鸿雄熊虹孔 | ka kar: 嘉家加珈贾 | kai: 佳启溪继楷 | kwai: 桂 | kam: 金锦甘琴鉴淦 | kan: 简勤根谨靳瑾芹 | kau: 九球久玖求裘
kei: 基奇琦琪棋旗其纪机期祺淇麒姬 | keung: 强姜 | kin: 建健坚乾虔 | king: 景敬竞琼镜经璟擎京 | kit: 杰洁结 | kiu: 乔桥侨娇 | ko: 高歌
kok: 觉阁 | kong: 江港刚冈钢岗 | ku koo: 古顾 | kuen: 娟权涓鹃 | kui: 居巨举 | kuk: 菊谷 | kung: 龚恭功公宫巩 | kwai: 贵葵季归圭奎
kwan: 关君均钧军群坤昆筠 | kwok: 国郭 | kwong: 广光邝 | kwun koon: 冠官观管 | lai: 丽黎礼赖荔励厉 | lam: 林蓝岚琳霖览临 | lan: 兰澜
lau: 刘流柳楼娄浏 | law lo: 罗萝 | lo: 卢老鲁路露劳芦 | lee li lei: 李利理莉俐里梨璃 | leung: 梁良亮凉谅 | lik: 力历 | lim: 廉濂 | lin: 连莲练涟
ling: 玲灵凌令岭龄铃翎菱 | lit: 列烈 | liu: 廖 | lok: 乐骆洛 | long: 朗郎琅 | luen: 联銮鸾 | lui: 吕雷蕾磊 | luk: 陆禄绿录 | lun: 伦麟邻轮仑
lung: 龙隆珑 | lap: 立 | ma: 马玛 | mak: 麦默墨 | man: 文民敏万曼雯汶闻 | mau: 茂 | mei mee: 美媚薇微眉 | ming: 明铭鸣名命茗
miu: 妙苗缪淼 | mo: 毛武慕无巫 | mok: 莫幕 | mong: 望 | mui: 梅玫 | muk: 木睦牧穆沐 | mung: 梦蒙 | na: 娜那 | nam: 南男楠 | nei: 妮
nga ngar: 雅芽 | ngai: 魏毅倪艺巍 | ngan: 颜银雁晏 | ng: 吴伍五悟 | ngo ngor: 娥傲敖 | ngok: 岳 | nim: 念 | ning: 宁柠 | nok: 诺
oi: 爱 | on: 安 | pak: 柏白百 | pan: 彬宾 | pang: 彭鹏朋 | pat: 毕弼 | pau: 鲍包 | ping: 平萍炳冰屏兵秉娉 | pit: 必 | piu: 标彪飘
po: 宝保步葆普 | bor po: 波 | pok: 博朴 | pong: 邦 | poon pun: 潘盘 | pui: 培沛佩贝裴蓓 | pun ban: 斌 | sai: 世西 | san sun: 新臣晨辰神申慎辛
sang: 生笙 | sau: 秀修守寿 | shan: 山珊姗 | she: 佘 | shek: 石硕 | sheung seung: 常尚上商双湘相嫦 | shing sing: 成城诚盛胜升承圣声丞星晟
shiu siu: 邵绍少韶 | siu shiu: 萧小兆笑潇霄 | shu: 树舒书 | shuk suk: 淑叔 | shui sui: 水瑞 | shum sum: 沈深岑 | sum sam: 心森三芯 | shun: 顺信舜纯淳荀
sik: 锡适 | sin: 先善仙倩冼单羡 | sit: 薛 | so: 苏素梳 | suen: 孙宣璇旋选 | suet: 雪 | sui: 穗绥 | sung: 宋崇嵩 | sze see: 施诗思司史士师斯时
tai: 大泰戴太棣娣黛 | tak: 德特得 | tam: 谭谈潭 | tan: 丹坦旦 | tang: 邓腾滕登 | tat: 达 | tik: 迪狄 | tim: 添恬 | tin: 天田 | ting: 婷廷庭亭霆丁定鼎
tit: 铁 | to: 杜陶桃涛图滔道 | toi: 台代岱 | tong: 汤唐堂棠 | tsang: 曾增 | tse: 谢 | tsz tze: 子梓慈紫滋孜 | tuen: 段团端 | tung: 东董冬彤童同桐栋通
wah wa: 华骅桦 | wai: 伟威慧惠韦维卫蕙玮炜怀苇纬唯惟蔚葳 | wan: 云尹温韵运环允匀芸蕴昀 | wang: 宏弘泓 | wing: 永荣颖咏泳嵘 | wo: 和禾
wong: 王黄皇汪煌凰旺璜 | wu woo: 胡湖瑚邬 | yam: 任音荫钦鑫阴 | yan: 恩欣仁殷人甄忻忍茵昕 | yat: 一日逸 | yau: 邱丘游尤友祐佑有柔
yee yi: 仪怡儿意义宜以依伊医尔绮倚懿颐 | yeuk: 若约 | yeung: 杨阳洋扬仰养 | yik: 益奕亦翼亿 | yim: 严艳炎焱阎冉 | yin: 燕贤妍彦然言现延嫣演
ying: 英盈莹瑛迎鹰应樱影 | yip ip: 叶业 | yiu: 姚耀尧瑶遥饶曜 | yu yue: 余于宇雨如茹羽愉瑜裕俞喻禹娱虞誉汝 | yuen: 袁源元婉媛苑远完原宛圆缘阮渊园
yuet: 月悦越玥乙 | yuk: 玉郁育旭煜钰毓昱 | yun: 润闰 | yung: 容蓉勇翁庸镛融雍榕镕
auyeung: 欧阳 | szeto seto: 司徒 | sheungkoon: 上官 | szema: 司马 | chukot: 诸葛 | wongpo: 皇甫
`;
/** The same of Hokkien and Teochew. A character in two rows has two spellings that are not one in Latin letters. */
const HOKKIEN = `
tan: 陈 | lim: 林 | ooi ng wee oei: 黄 | lee: 李利 | ong heng: 王汪 | goh: 吴 | chua chuah: 蔡 | teo teoh tio: 张 | low lau: 刘 | yeo yeoh: 杨姚
khoo: 邱丘 | koh khor khaw: 许 | tay teh: 郑 | chia cheah: 谢 | quek kuok kwek kuek: 郭 | ang: 洪 | chan: 曾 | chew: 周 | yap yeap: 叶 | soh saw: 苏
ho hoe: 何 | ko koh: 高 | phua puah: 潘 | kan: 简 | ee yee: 余 | chng ching: 庄 | sim: 沈心 | see: 施薛诗 | gan: 颜 | quah kwa: 柯 | neo: 梁娘 | aw oh: 胡
chee: 徐志智启 | loh lor: 罗卢骆 | seow siow: 萧 | toh: 杜卓 | oon: 温 | phee: 彭 | peh pek: 白 | kang: 江 | png: 方 | poh: 傅宝保坡 | gooi: 魏 | sng: 孙
beh: 马 | choo: 朱珠子 | nah: 蓝 | kam: 甘 | song: 宋 | pang: 冯 | foo: 符 | kee: 纪奇基庚 | hah: 夏 | lian lean: 连莲 | chio: 石 | auyong: 欧阳
beng: 明 | meng: 明 | keng kheng: 庆敬庚 | yam: 炎 | hock hok: 鹤福学 | nien nian: 年 | yong: 荣永 | eng: 荣永英翁 | boon: 文 | kuan kwang: 光 | kong: 光
yew yeow: 耀友 | chok: 作 | tong: 栋东 | swee: 瑞水 | keat kiat: 杰吉洁 | hean hian: 贤显 | hsien: 显 | huat: 发法 | kah ka: 嘉家佳 | siong seong: 祥松
cheong: 祥章昌 | kim: 金锦钦 | heng hing: 兴 | loong leong: 龙隆良亮 | kok: 国 | min: 民敏 | bin: 民敏 | wan: 远 | ah: 亚阿 | loy: 来 | lai: 来 | haw hor: 虎
teck tek: 德竹 | seng sing: 成生盛诚圣胜 | cheng: 清正进 | hua hwa: 华花 | bee: 美 | mei: 美 | lay: 丽礼 | geok gek: 玉 | siew: 秀寿 | soon: 顺 | ann an: 安
peng: 平炳 | ping: 平萍 | hai: 海 | san: 山 | chuan: 泉全川 | choon: 春俊 | bok: 木 | chye chai: 财才再 | tin: 珍 | chin: 振进真 | aik ek: 益 | ghee gee: 义宜仪
jin: 仁 | sin: 信新 | hau: 孝 | tiong teong: 忠长 | hoe hoo: 和 | guan: 源元 | joo: 如裕 | say: 世 | tai: 大 | thian tian: 天 | keong kiong: 强恭 | wee: 伟 | wei: 伟威
kian kien: 建健坚 | guat: 月 | bwee: 梅 | mui: 梅 | hiang heong: 香 | lan: 兰 | kwee: 桂贵 | hwee hui: 惠慧辉 | hooi: 辉慧 | ai: 爱 | leng: 玲灵 | ling: 玲灵 | hong: 凤煌鸿
khoon koon: 坤 | hoo: 富 | chong: 宗聪 | hiong: 雄 | hung: 雄 | boo: 武 | bu: 武 | nam: 南 | ban: 万 | khai kai: 开凯 | thai tai: 泰 | han: 汉 | thiam tiam: 添
soo: 思书树 | thong: 通 | tat: 达 | lok: 禄乐 | lek: 力 | leck: 力 | pin: 彬 | pui: 培 | thye: 泰 | gim: 锦 | su: 书 | teng: 丁 | ting: 丁 | hing: 兴 | lye: 来
`;

interface Dialect {
  /** Spellings of each character, the usual one of each row. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  /** Rows of spellings that are one, by the usual spelling. */
  readonly rows: ReadonlyMap<string, string>;
}

function dialectOf(table: string): Dialect {
  const spellings = new Map<string, string[]>();
  const rows = new Map<string, string>();
  for (const row of table.trim().split(/\s*[|\n]\s*/)) {
    const [group, characters] = row.split(': ') as [string, string];
    const [usual] = group.split(' ') as [string];
    if (group !== usual) rows.set(usual, group);
    // Family names of two characters, which are several letters in one row of their own.
    const isCompound = COMPOUND_ROWS.has(characters);
    for (const character of isCompound ? [characters] : characters)
      spellings.set(character, [...(spellings.get(character) ?? []), usual]);
  }
  return { spellings, rows };
}
const COMPOUND_ROWS: ReadonlySet<string> = new Set(['欧阳', '司徒', '上官', '司马', '诸葛', '皇甫']);

const DIALECTS = [dialectOf(CANTONESE), dialectOf(HOKKIEN)];

/** Groups of spellings of one syllable, that of the tables first. */
export const DIALECT_FORMS: readonly string[] = DIALECTS.flatMap(({ rows }) => [...rows.values()]);
/** English names that people of Hong Kong bear beside their Chinese one, and that are spelled like a syllable. */
const ENGLISH: ReadonlySet<string> = new Set('tim kit jo joe sam king ann'.split(' '));
const SYLLABLES: ReadonlySet<string> = new Set(
  DIALECTS.flatMap(({ spellings, rows }) => [
    ...[...spellings.values()].flat(),
    ...[...rows.values()].flatMap((row) => row.split(' ')),
  ]).filter((syllable) => !ENGLISH.has(syllable)),
);

/** Whether a word in Latin letters is a syllable of these dialects, and most likely of nothing else. */
export function isDialectSyllable(word: string): boolean {
  return SYLLABLES.has(word);
}

/** Spellings of a family name that are readings of their own: short ones are no forms of each other in Latin letters. */
const MAX_FAMILY_SPELLINGS = 4;

/** A reading of a name, with the characters of each syllable. */
export interface DialectReading {
  tokens: string[];
  words: string[];
}

/** How a name in Han, family name first, is spelled from each dialect in which all of its characters are known. */
export function dialectReadings(characters: readonly string[]): DialectReading[] {
  const plain = characters.map(simplified);
  const compound = plain.slice(0, 2).join('');
  return DIALECTS.flatMap(({ spellings, rows }) => {
    const isCompound = characters.length > 2 && spellings.has(compound);
    const parts = isCompound ? [compound, ...plain.slice(2)] : plain;
    const words = isCompound ? [characters.slice(0, 2).join(''), ...characters.slice(2)] : [...characters];
    const known = parts.map((part) => spellings.get(part));
    if (!known.every((part) => part !== undefined)) return [];
    const [family, ...given] = known as [readonly string[], ...(readonly string[])[]];
    const usual = given.map((part) => part[0]!);
    const families = new Set(family.flatMap((one) => rows.get(one)?.split(' ') ?? [one]));
    const readings = [...families].slice(0, MAX_FAMILY_SPELLINGS).map((one) => [one, ...usual]);
    const others = [
      given.map((part) => part.at(-1)!),
      given.map((part) => rows.get(part[0]!)?.split(' ').at(-1) ?? part[0]!),
    ];
    for (const other of others) if (other.join() !== usual.join()) readings.push([family.at(-1)!, ...other]);
    return readings.map((tokens) => ({ tokens, words }));
  });
}
