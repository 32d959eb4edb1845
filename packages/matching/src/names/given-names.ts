/** Forms of one given name: nicknames, short forms and other languages' spellings that share no spelling. */
import { DIALECT_FORMS } from './chinese-dialects.ts';
import { KOREAN_FORMS } from './korean-syllables.ts';
import { PATRONYMIC_FORMS } from './patronymic-forms.ts';
import { CHINESE_FAMILY_FORMS, CHINESE_FORMS } from './syllables.ts';

const GROUPS: readonly string[] = [
  'john johnny jon juan jean giovanni johann johannes hans ivan jan joao sean ian yahya johan jack',
  'theodore theodor ted teddy fyodor fedor teodoro',
  'robert bob bobby rob robbie roberto',
  'william bill billy will willy liam wilhelm guillermo guillaume willem guglielmo',
  'richard rick dick ricky ricardo riccardo',
  'james jim jimmy jaime giacomo jacques',
  'jacob jakob yakov jacobo yaqub yakub',
  'michael mike mick michel miguel mikhail michele mikael mykhailo misha michal mihail',
  'joseph joe jose josef giuseppe yusuf youssef yosef iosif osip jozef josip yousef',
  'alexander alex alexandre alejandro aleksandr sasha sandro oleksandr alessandro iskander aleksander',
  'alexey aleksey alexei alexis oleksiy alyosha',
  'nicholas nick nicolas nikolai nikolay nicola nikola mykola kolya nico',
  'vladimir volodymyr vova uladzimir wladimir volodya vladimirs',
  'benjamin ben benny bibi binyamin benyamin',
  'barack barry',
  'daniel dan danny danilo daniil',
  'david dave davide dawood daud dawud daoud',
  'edward ed eddie ted eduardo edoardo eduard',
  'frederick fred freddy friedrich frederic federico fryderyk frederik fredrik',
  'charles charlie chuck carlos karl carlo carl karel',
  'thomas tom tommy tomas tommaso foma',
  'anthony tony antonio antoine anton',
  'andrew andy andreas andres andrei andrey andre andrea andrzej drew andriy',
  'peter pete pedro pierre pietro petr pyotr piotr petro boutros butrus',
  'paul pablo paolo pavel paulo pavlo pawel',
  'george jorge giorgio georges georg jerzy yuri yury georgy georgiy giorgi yurii',
  'stephen steven steve stefan esteban etienne stefano stepan stephan istvan',
  'matthew matt mateo matteo matthieu matthias matvey',
  'mark marc marco marcos marcus markus',
  'lawrence larry lorenzo laurent lars',
  'leonard leo lenny leonardo',
  'samuel sam sammy samuil',
  'timothy tim timmy timofey',
  'christopher chris christophe cristobal kristof christoph',
  'christian kristian cristian',
  'patrick pat paddy patricio',
  'ronald ron ronnie',
  'donald don donnie',
  'kenneth ken kenny',
  'gregory greg gregorio grigory grigori',
  'jeffrey jeff geoffrey geoff',
  'gerald gerry jerry gerardo',
  'francis frank francisco francesco franz francois paco pancho',
  'henry harry hank henri enrique enrico heinrich',
  'louis lou luis luigi ludwig lewis',
  'philip phil felipe philippe filippo filip',
  'raymond ray raimundo ramon',
  'victor vic viktor vittorio',
  'vincent vince vicente vincenzo',
  'walter walt wally',
  'albert al bert alberto',
  'abraham abe ibrahim avraham abram',
  'isaac ishaq yitzhak ishak',
  'ishmael ismail ismael',
  'moses musa moshe moussa mousa moise',
  'jesus isa issa eisa',
  'solomon suleiman sulaiman suleyman sulayman shlomo soleiman',
  'gabriel jibril gabi gabriele jabril',
  'elias ilyas elijah eli ilya ilia',
  'zachary zakaria zakariya zacharias zach',
  'joshua josh yehoshua',
  'jonathan jon yonatan',
  'elizabeth liz beth betty lisa isabel elisabeth elizaveta eliza isabella elisabetta',
  'margaret maggie meg peggy margarita marguerite margherita rita',
  'catherine kate katie cathy katherine ekaterina katarina catalina caterina kathy yekaterina kateryna',
  'mary maria marie miriam maryam mariam maryia mariya molly',
  'anne ann anna ana hannah hanna anya annie',
  'helen elena helena yelena olena helene ellen',
  'susan sue susana suzanne susanna',
  'barbara barb varvara barbra',
  'patricia patty trish tricia patrizia',
  'jennifer jen jenny',
  'jessica jess jessie',
  'deborah deb debbie debra',
  'sarah sara sally',
  'sophia sofia sophie zofia sofya',
  'natalia nathalie natasha natalya nataliya natalie',
  'julia yulia julie giulia iuliia yuliya',
  'xenia ksenia oksana kseniya',
  'tatiana tatyana tanya',
  'irina irene iryna',
  'eugene yevgeny evgeny eugenio evgeni yevgeni yevhen',
  'sergei sergey sergio serge serhii serhiy',
  'dmitry dmitri dmytro dimitri dimitrios dmitriy',
  'konstantin constantine kostya kostas constantin',
  'vasily basil vassily vasyl vasili vasiliy',
  'anatoly anatol anatoliy tolya',
  'gennady gennadiy henadz',
  'mohammed muhammad mohamed mohammad mehmet mahomet muhammed magomed mohamad mohd muhd mhd md moh',
  'din uddin eddin eddine aldin addin udin',
  'allah ullah ollah',
  'ahmed ahmad ahmet akhmed akhmad',
  'osama usama ousama',
  'noor nur nour nuur',
  'yasmin yasmeen yasmine',
  'reza rida ridha riza',
  'othman uthman osman usman ousmane',
  'abdallah abdullah abdulla abdillahi abdullahi',
  'aisha ayesha aicha aysha',
  'fatima fatma fatimah fatemeh fatoumata',
  'zainab zeinab zaynab zeynep',
  'aleksandra alexandra sandra',
  'lev leo leon leonid',
  'khadija khadijah hatice khadidja',
];

/** Letters of the shortest spelling of a dialect's syllable that stands for another one. */
const MIN_DIALECT_FORM = 4;

const ALL: readonly (readonly string[])[] = [
  ...GROUPS,
  ...PATRONYMIC_FORMS,
  ...CHINESE_FORMS,
  ...KOREAN_FORMS,
  // Short ones are words of other languages too: Ban and Pun, Hay and Hei, Oh and Aw.
  ...DIALECT_FORMS.filter((forms) => forms.split(' ').every(({ length }) => length >= MIN_DIALECT_FORM)),
].map((group) => [...new Set(group.split(' '))]);
/** Numbers of the first group of Chinese family names, of Chinese syllables, of Korean ones, and of dialects, which are the last. */
const FIRST_CHINESE = GROUPS.length + PATRONYMIC_FORMS.length;
const FIRST_CHINESE_GIVEN = FIRST_CHINESE + CHINESE_FAMILY_FORMS.length;
const FIRST_KOREAN = FIRST_CHINESE + CHINESE_FORMS.length;
const FIRST_DIALECT = FIRST_KOREAN + KOREAN_FORMS.length;
/** From which group to which the syllables of a language are. */
const RANGES = {
  Chinese: [FIRST_CHINESE, FIRST_KOREAN],
  Korean: [FIRST_KOREAN, FIRST_DIALECT],
  dialect: [FIRST_DIALECT, ALL.length],
} as const;
export type SyllableLanguage = keyof typeof RANGES;

const GROUPS_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const groups = new Map<string, number[]>();
  ALL.forEach((group, number) => {
    for (const name of group) groups.set(name, [...(groups.get(name) ?? []), number]);
  });
  return groups;
})();

const NONE: readonly number[] = [];

/** Numbers of the given names that a token is a form of. */
export function givenNamesOf(token: string): readonly number[] {
  return GROUPS_OF.get(token) ?? NONE;
}

/** Whether two tokens, by the given names that they are forms of, are forms of one. */
export function areForms(own: readonly number[], other: readonly number[]): boolean {
  if (own.length === 0 || other.length === 0) return false;
  return own.some((name) => other.includes(name));
}

/**
 * Whether a spelling may stand for a syllable that is known, by the groups that both are in: the syllable is the first of its
 * own, which are few.
 */
export function isFormOfSyllable(
  syllable: string,
  other: readonly number[],
  language: SyllableLanguage,
  isFamily: boolean,
): boolean {
  const [first, to] = RANGES[language];
  const from = language === 'Chinese' && !isFamily ? FIRST_CHINESE_GIVEN : first;
  return other.some((group) => group >= from && group < to && ALL[group]![0] === syllable);
}

/** Whether two tokens are forms of one given name. */
export function equivalentNames(a: string, b: string): boolean {
  return areForms(givenNamesOf(a), givenNamesOf(b));
}

/** The other forms of a given name; empty when none is known. */
export function formsOf(token: string): string[] {
  const forms = new Set<string>();
  for (const group of GROUPS_OF.get(token) ?? []) for (const name of ALL[group]!) forms.add(name);
  forms.delete(token);
  return [...forms];
}
