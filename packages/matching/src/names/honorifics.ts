/** Titles before or after a person's name: they say little about who it is. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Titles that are nothing else: neutral when only one side has them. */
export const TITLES = words(`
  mr mrs ms miss mister madam madame mme mlle monsieur messrs mx sir dame
  dr doctor doktor prof professor professeur profesor
  herr frau fraulein dhr mevrouw mevr signor signora sig senor senora sr sra srta senhor senhora
  gospodin gospozha pani hon honourable honorable excellency highness majesty hrh
  rev reverend archbishop rabbi
  president prasident presidente minister premier ministre ministro chancellor chairman chairperson
  ayatollah ayatullah hojatoleslam hojjatoleslam
  gen general brig brigadier maj major col colonel lt lieutenant capt captain kapitan cmdr commander commandant
  sgt sergeant cpl corporal adm admiral marshal ltgen majgen
  sheikh shaikh shaykh sheik cheikh sheij haji hajji hajj alhaj alhaji hadji hadzi
  mullah mulla maulavi mawlawi maulawi moulavi maulana mawlana molvi mufti qari
  ustad ustadz ustaz engineer ingeniero architect licenciado
  sri shri smt shrimati dato datuk tengku sensei xiansheng
  deceased late alias aka fka nka nee dob born phd mba esq
`);

/** Words that are a title for some and a given name for others. */
export const STYLINGS = words(`
  amir emir sultan imam hafiz sayyid sayed syed said saiyid seyed sayyed seyyed haj prince princess king queen lord lady
  prime father sister bishop cardinal pastor raja tun don dona eng ing khwaja mirza beg bey pasha effendi agha aga
  akhund akhond
`);

/** Generational suffixes, by what they mean. */
export const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['jnr', 'jr'],
  ['hijo', 'jr'],
  ['filho', 'jr'],
  ['senior', 'snr'],
  ['snr', 'snr'],
  ['ii', '2nd'],
  ['iii', '3rd'],
  ['iv', '4th'],
]);
