import anyAscii from 'any-ascii';
import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import { enginePolicies } from '../engines/table.ts';
import { buildIndex, openIndex } from '../index/format/index.ts';
import { screen } from '../screen.ts';
import { watchlistEntry } from '../sources/watchlist.ts';
import { DIALECT_FORMS } from './chinese-dialects.ts';
import { KOREAN_FORMS } from './korean-syllables.ts';

const score = (a: string, b: string) => compare(a, b, { type: 'individual' }).score;
const [STRONG, WEAK] = [0.85, 0.65];

function hitsOf(query: string, listed: string, matchStrength: 'EXACT' | 'STRONG' | 'WEAK') {
  const list = openIndex(
    buildIndex([watchlistEntry({ id: '1', name: listed })], { source: 'test', version: '1' }),
  );
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 10 });
  return screen([list], { name: query, type: 'individual' }, policy).hits;
}

describe('Chinese and Korean names', () => {
  it('in one script are equal by their characters only', () => {
    for (const [a, b] of [
      ['王伟', '王玮'],
      ['李静', '李晶'],
      ['王伟明', '王伟强'],
      ['王伟明', '王明伟'],
      ['王伟', '王伟明'],
      ['김정은', '김정운'],
      ['김영철', '김철영'],
    ] as const) {
      expect(score(a, b), `${a} ${b}`).toBeLessThan(0.8);
      expect(hitsOf(a, b, 'EXACT'), `${a} ${b}`).toEqual([]);
      expect(hitsOf(a, b, 'STRONG'), `${a} ${b}`).toEqual([]);
    }
    for (const name of ['王伟', '欧阳修', '김정은']) expect(hitsOf(name, name, 'EXACT')).toHaveLength(1);
  });

  it('are the same in simplified, traditional and Japanese writing', () => {
    for (const [a, b] of [
      ['張偉', '张伟'],
      ['陳國強', '陈国强'],
      ['劉麗華', '刘丽华'],
      ['高橋龍', '高桥竜'],
      ['黄志峰', '黃志峯'],
      ['温群', '溫羣'],
      ['户卫国', '戶衞國'],
      ['吴长发', '呉長發'],
      ['陈清升', '陳淸昇'],
      ['萧遥', '肖遥'],
      ['周璇', '週璿'],
      ['朱镕基', '朱鎔基'],
      ['林铃', '林鈴'],
    ] as const) {
      // 1 is the score of the same characters alone.
      expect(score(a, b), `${a} ${b}`).toBe(0.99);
      expect(hitsOf(a, b, 'EXACT'), `${a} ${b}`).toHaveLength(1);
    }
  });

  it('in their own script are found by any system of romanisation', () => {
    for (const [own, latin] of [
      ['김영철', 'Kim Yong Chol'],
      ['이영호', 'Ri Yong Ho'],
      ['이영호', 'Young-ho Lee'],
      ['오극렬', 'O Kuk Ryol'],
      ['김현우', 'Hyon U Kim'],
      ['김현우', 'Hyun-woo Kim'],
      ['김정은', 'Kim Jongun'],
      ['최룡해', 'Choe Ryong Hae'],
      ['박근혜', 'Park Geun-hye'],
      ['张伟强', 'Zhang Weiqiang'],
      ['张伟强', 'Chang Wei-chiang'],
      ['毛泽东', 'Mao Tse-tung'],
      ['王伟', 'Wong Wei'],
    ] as const) {
      expect(score(own, latin), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(score(latin, own), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(own, latin, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
    }
  });

  it('in their own script are no names of another language, syllable or order', () => {
    for (const [own, latin] of [
      ['杨勇', 'Yong Son Jang'],
      ['何勇', 'Yong Il Ho'],
      ['程磊', 'Lei Zhang'],
      ['黄海', 'Hwang Sok Ha'],
      ['孙小明', 'Sun Xiaomin'],
      ['张丽', 'Zhang Lei'],
      ['李娜', 'Lina Kinayeh'],
      ['조종철', 'Yong Chol Jo'],
      ['김영철', 'Kim Chol Yong'],
      ['김철', 'Kim Chol Sam'],
      ['김순광', 'Son-gwang Kim'],
      ['차아지', 'Ahmad Shahji'],
    ] as const)
      expect(score(own, latin), `${own} ${latin}`).toBeLessThan(WEAK);
  });

  it('in Han are read as names are, which differs from other words', () => {
    for (const [own, latin] of [
      ['曾庆红', 'Zeng Qinghong'],
      ['單志剛', 'Shan Zhigang'],
      ['解 振华', 'Xie Zhenhua'],
      ['区志伟', 'Ou Zhiwei'],
      ['仇志强', 'Qiu Zhi Qiang'],
      ['盖志国', 'Ge Zhiguo'],
      ['盖志国', 'Gai Zhiguo'],
      ['覃明', 'Qin Ming'],
      ['覃明', 'Tan Ming'],
      ['薄熙来', 'Bo Xilai'],
      ['朴哲浩', 'Piao Zhehao'],
      ['召小明', 'Shao Xiaoming'],
      ['尉遲恭', 'Yuchi Gong'],
      ['万俟明', 'Moqi Ming'],
      ['澹台明', 'Tantai Ming'],
      ['闻人小明', 'Wenren Xiaoming'],
      ['吕建国', 'Lü Jianguo'],
      ['吕建国', 'Lyu Jianguo'],
      ['吕建国', 'LV JIANGUO'],
      ['刘长春', 'Liu Changchun'],
      ['张重庆', 'Zhang Chongqing'],
      ['李晟', 'Li Sheng'],
      ['李晟', 'Li Cheng'],
      ['王莘', 'Wang Xin'],
      ['陈靓', 'Chen Liang'],
      ['张隽', 'Zhang Jun'],
    ] as const) {
      expect(score(own, latin), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(score(latin, own), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(own, latin, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
      expect(hitsOf(latin, own, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
    }
    // Where it is no family name, and no family name by its other reading.
    for (const [own, latin] of [
      ['李曾', 'Li Ceng'],
      ['单志刚', 'Dan Zhigang'],
      ['刘长春', 'Liu Zhongchun'],
    ] as const)
      expect(score(own, latin), `${own} ${latin}`).toBeLessThan(WEAK);
    expect(score('L V Prasad', 'Lv Prasad')).toBeGreaterThan(0.95);
  });

  it('in Han are found by the spellings of Hong Kong, Singapore and Malaysia', () => {
    for (const [own, latin] of [
      ['陳志明', 'Chan Chi Ming'],
      ['陈志明', 'CHAN Chi-ming'],
      ['盧偉聰', 'Lo Wai-chung'],
      ['蔡展鵬', 'CHOI, Chin-pang'],
      ['許志安', 'Hui Chi On'],
      ['蔡志華', 'Tsoi Chi Wah'],
      ['歐陽震華', 'Au Yeung Chun-wah'],
      ['歐陽震華', 'Auyeung Chun Wah'],
      ['司徒文', 'Sze To Man'],
      ['葉志偉', 'Ip Chi Wai'],
      ['張國榮', 'Cheung Kwok-wing'],
      ['何嘉欣', 'Ho Ka Yan'],
      ['何嘉欣', 'Ho Kar Yan'],
      ['李嘉', 'Li Ka'],
      ['林志明', 'Lim Chee Meng'],
      ['張志賢', 'Teo Chee Hean'],
      ['黃明發', 'Ng Beng Huat'],
      ['王瑞杰', 'Heng Swee Keat'],
      ['陳嘉庚', 'Tan Kah Kee'],
    ] as const) {
      expect(score(own, latin), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(score(latin, own), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(own, latin, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
      expect(hitsOf(latin, own, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
    }
    // People of Hong Kong on the lists, in the spelling of the lists.
    for (const [own, listed] of [
      ['林鄭月娥', 'LAM, Carrie Cheng Yuet-ngor'],
      ['林鄭月娥', 'Carrie Lam Cheng Yuet-ngor'],
      ['鄧炳強', 'TANG, Ping-keung'],
      ['鄧炳強', 'Chris Tang Ping-keung'],
      ['鄭若驊', 'CHENG, Yeuk-wah Teresa'],
      ['李家超', 'John LEE Ka-chiu'],
    ] as const)
      expect(hitsOf(own, listed, 'STRONG'), `${own} ${listed}`).toHaveLength(1);
    for (const [own, latin] of [
      ['陳志明', 'Chan Chi Keung'],
      ['陳志明', 'Wong Chi Ming'],
      ['陳志明', 'Chan Chi Man'],
      ['陳明', 'Chan Ming Chi'],
      ['陳志明', 'Ming Chi Chan'],
      // Of two dialects no name is made.
      ['陳志明', 'Tan Chi Ming'],
      ['金明', 'Kam Min'],
    ] as const)
      expect(score(own, latin), `${own} ${latin}`).toBeLessThan(WEAK);
    // Two names in Han are compared by their characters, whatever dialect they sound alike in.
    expect(score('黃志明', '王志明')).toBeLessThan(WEAK);
  });

  it('in Hangul may have a family name of two syllables', () => {
    for (const [own, latin] of [
      ['남궁민수', 'Namgung Minsu'],
      ['남궁민수', 'Namkoong Min-soo'],
      ['남궁민수', 'Nam Gung Min Su'],
      ['황보승희', 'Hwangbo Seung-hee'],
      ['황보라', 'Hwangbo Ra'],
      ['황보라', 'Hwang Bo-ra'],
      ['선우은숙', 'Sunwoo Eun-sook'],
      ['제갈민', 'Chegal Min'],
      ['사공일', 'Sagong Il'],
      ['독고영재', 'Dokgo Young-jae'],
    ] as const) {
      expect(score(own, latin), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(score(latin, own), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(own, latin, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
      expect(hitsOf(latin, own, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
    }
  });

  it('in Hangul are the same as the South and as the North spell them', () => {
    for (const [south, north] of [
      ['이설주', '리설주'],
      ['최용해', '최룡해'],
      ['노두철', '로두철'],
      ['임영철', '림영철'],
      ['유미영', '류미영'],
      ['김덕용', '김덕룡'],
      ['여원구', '려원구'],
    ] as const)
      expect(score(south, north), south).toBe(0.99);
    for (const [own, latin] of [
      ['최용해', 'Choe Ryong Hae'],
      ['김연희', 'Kim Ryon Hui'],
      ['노두철', 'Ro Tu Chol'],
      ['로두철', 'Roh Doo-chul'],
      ['전두환', 'Chun Doo-hwan'],
      ['안철수', 'Ahn Cheol-soo'],
      ['안영우', 'An Young-woo'],
      ['김도우', 'Kim Do-woo'],
      ['김도현', 'Kim To Hyon'],
      ['신격호', 'Shin Kyuk-ho'],
      ['Jung Hyun Woo', 'Jeong Hyeon-u'],
      ['U Min-ho', 'Woo Min-ho'],
      ['Lee Jae-myung', 'I Jae-myeong'],
    ] as const) {
      expect(score(own, latin), `${own} ${latin}`).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(own, latin, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
      expect(hitsOf(latin, own, 'STRONG'), `${own} ${latin}`).toHaveLength(1);
    }
    // Inside a name the South keeps the sound: 유리 is another name than 유이.
    for (const [a, b] of [
      ['김유리', '김유이'],
      ['이승만', '이능만'],
      ['김아람', '김아남'],
      ['김정은', '김정운'],
    ] as const)
      expect(score(a, b), `${a} ${b}`).toBeLessThan(WEAK);
  });

  it('are no forms of Western given names that are spelled alike', () => {
    for (const [a, b] of [
      ['Li Juan', 'John LEE'],
      ['Wang Juan', 'Wang John'],
      ['Juan Liu', 'Ivan Liu'],
    ] as const) {
      expect(score(a, b), `${a} ${b}`).toBeLessThan(WEAK);
      expect(hitsOf(a, b, 'WEAK'), `${a} ${b}`).toEqual([]);
      expect(hitsOf(b, a, 'WEAK'), `${b} ${a}`).toEqual([]);
    }
    expect(score('Li Juan', 'Juan Li')).toBe(1);
    expect(score('Juan Garcia', 'John Garcia')).toBeGreaterThanOrEqual(STRONG);
  });

  it('in Latin letters are found by older systems', () => {
    for (const [a, b] of [
      ['Chou En-lai', 'Zhou Enlai'],
      ['Mao Tse-tung', 'Mao Zedong'],
      ['Teng Hsiao-ping', 'Deng Xiaoping'],
      ['Chiang Ching-kuo', 'Jiang Jingguo'],
    ] as const) {
      expect(score(a, b), a).toBeGreaterThanOrEqual(STRONG);
      expect(hitsOf(b, a, 'STRONG'), a).toHaveLength(1);
    }
  });

  it('in Han are none where a dot says that another language was written by its sound', () => {
    expect(score('贝拉克·奥巴马', 'Barack Obama')).toBeGreaterThan(0.7);
    expect(hitsOf('贝拉克·奥巴马', 'Barack Obama', 'WEAK')).toHaveLength(1);
  });

  it('in Latin letters differ by a syllable, however near its letters are', () => {
    for (const [a, b] of [
      ['Zhong Wei', 'Zhang Wei'],
      ['Zhang Li', 'Jang Ri'],
      ['Kim Yong Chol', 'Kim Jong Chol'],
      ['Kim Chol', 'Kim Chol Sam'],
    ] as const)
      expect(score(a, b), `${a} ${b}`).toBeLessThan(STRONG);
    expect(score('Kim Yong Chol', 'Kim Chol Yong')).toBeLessThan(0.95);
    expect(score('Kim Yong Chol', 'Yong Chol Kim')).toBe(1);
    expect(score('Zhamg Wei', 'Zhang Wei')).toBeGreaterThan(STRONG);
  });
});

describe('syllables of Chinese dialects', () => {
  it('are spelled in one way by each row, so that its first spelling says which row it is', () => {
    const firsts = DIALECT_FORMS.map((group) => group.split(' ')[0]!);
    expect(firsts.filter((first, at) => firsts.indexOf(first) !== at)).toEqual([]);
  });
});

describe('Korean syllables', () => {
  const COMPOUND = new Set('namgung hwangbo seonu jegal sagong dokgo seomun dongbang mangjeol'.split(' '));

  it('begin with the spelling by which Hangul is read', () => {
    const read = new Set(
      Array.from({ length: 0xd7a4 - 0xac00 }, (_, at) =>
        anyAscii(String.fromCharCode(0xac00 + at)).toLowerCase(),
      ),
    );
    const other = KOREAN_FORMS.map((group) => group.split(' ')[0]!).filter((first) => !read.has(first));
    const written = ['ah', 'ahn', 'bit', 'dah', 'doh', 'doo', 'oh', 'ra', 'ro', 'woo', 'yi'];
    expect(other.filter((one) => !COMPOUND.has(one)).toSorted()).toEqual(
      written.filter((one) => other.includes(one)),
    );
  });
});
