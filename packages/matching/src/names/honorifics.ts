/**
 * Titles before or after a person's name. They say nothing about who it is, so they are dropped unless
 * nothing else would be left. Written as tokens after transliteration; several-word titles fall apart into
 * their words.
 */
export const HONORIFICS: ReadonlySet<string> = new Set(
  `
  mr mrs ms miss mister madam madame mme mlle monsieur messrs mx sir dame lord lady
  dr doctor doktor prof professor professeur profesor
  herr frau fraulein dhr mevrouw mevr signor signora sig senor senora sr sra srta don dona senhor senhora
  gospodin gospozha pan pani hon honourable honorable excellency highness majesty hrh hm
  rev reverend fr father sister bishop archbishop cardinal pastor rabbi
  president prasident presidente prime minister premier ministre ministro chancellor chairman chairperson
  king queen prince princess emir amir sultan ayatollah ayatullah hojatoleslam hojjatoleslam
  gen general brig brigadier maj major col colonel lt lieutenant capt captain kapitan cmdr commander commandant
  sgt sergeant cpl corporal pvt private adm admiral marshal maresciallo ltgen majgen
  sheikh shaikh shaykh sheik cheikh sheij sh sayyid sayed syed said_ haji hajji hajj haj alhaj alhaji hadji hadzi
  mullah mulla maulavi mawlawi maulawi moulavi maulana mawlana molvi mufti qari hafiz imam
  ustad ustadz ustaz engineer eng ing ingeniero arq architect lic licenciado abogado
  sri shri smt shrimati kumari thiru dato datuk datin tan_sri tun tengku tunku raja_ haja khun nai nang
  san_ sama sensei xiansheng nushi ssi daw u_ ko_ bapak ibu pak
  `
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes('_')),
);

/** Generational suffixes, by what they mean. */
export const SUFFIXES: Readonly<Record<string, string>> = {
  jr: 'jr',
  junior: 'jr',
  jnr: 'jr',
  hijo: 'jr',
  filho: 'jr',
  senior: 'sr',
  snr: 'sr',
  ii: '2nd',
  iii: '3rd',
  iv: '4th',
};
