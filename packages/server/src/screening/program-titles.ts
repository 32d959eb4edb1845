/**
 * What the codes of sanctions programmes stand for. Only codes whose meaning is certain are here; the others stay as
 * published. OFAC publishes its own as "Program Tag Definitions for OFAC Sanctions Lists", the UN's committees are those of
 * https://main.un.org/securitycouncil/en/sanctions/information.
 */

const ofac: Readonly<Record<string, string>> = {
  '561-Related': 'Iranian Financial Sanctions Regulations, 31 CFR part 561',
  BALKANS: 'Western Balkans Stabilization Regulations, 31 CFR part 588',
  BELARUS: 'Belarus Sanctions Regulations, 31 CFR part 548',
  BURUNDI: 'Burundi, Executive Order 13712',
  'CAATSA - IRAN': "Countering America's Adversaries Through Sanctions Act of 2017, title I: Iran",
  'CAATSA - RUSSIA': "Countering America's Adversaries Through Sanctions Act of 2017, title II: Russia",
  CAR: 'Central African Republic Sanctions Regulations, 31 CFR part 553',
  CUBA: 'Cuban Assets Control Regulations, 31 CFR part 515',
  CYBER2: 'Significant malicious cyber-enabled activities, Executive Order 13694 as amended by 13757',
  DARFUR: 'Darfur Sanctions Regulations, 31 CFR part 546',
  DPRK: 'North Korea Sanctions Regulations, 31 CFR part 510; Executive Order 13551',
  DPRK2: 'North Korea, Executive Order 13687',
  DPRK3: 'North Korea, Executive Order 13722',
  DPRK4: 'North Korea, Executive Order 13810',
  'DPRK-NKSPEA': 'North Korea Sanctions and Policy Enhancement Act of 2016',
  DRCONGO: 'Democratic Republic of the Congo Sanctions Regulations, 31 CFR part 547',
  'FSE-IR': 'Foreign sanctions evaders, Executive Order 13608: Iran',
  'FSE-SY': 'Foreign sanctions evaders, Executive Order 13608: Syria',
  FTO: 'Foreign terrorist organizations, 31 CFR part 597',
  GLOMAG: 'Global Magnitsky Sanctions Regulations, 31 CFR part 583',
  HIFPAA: 'Hizballah International Financing Prevention Act of 2015 and Amendments Act of 2018',
  'HRIT-IR': 'Human rights abuses by information technology, Executive Order 13606: Iran',
  'HRIT-SY': 'Human rights abuses by information technology, Executive Order 13606: Syria',
  IFCA: 'Iran Freedom and Counter-Proliferation Act of 2012',
  IFSR: 'Iranian Financial Sanctions Regulations, 31 CFR part 561',
  IRAN: 'Iranian Transactions and Sanctions Regulations, 31 CFR part 560',
  'IRAN-CON-ARMS-EO': 'Iran, conventional arms, Executive Order 13949',
  'IRAN-HR': 'Human rights abuses in Iran, Executive Order 13553',
  'IRAN-TRA': 'Iran Threat Reduction and Syria Human Rights Act of 2012, Executive Order 13628',
  IRAQ2: 'Iraq Stabilization and Insurgency Sanctions Regulations, 31 CFR part 576: former regime',
  IRAQ3: 'Iraq Stabilization and Insurgency Sanctions Regulations, 31 CFR part 576: Executive Order 13438',
  IRGC: "Iran's Islamic Revolutionary Guard Corps, 31 CFR part 561",
  ISA: 'Iran Sanctions Act of 1996',
  LEBANON: 'Lebanon Sanctions Regulations, 31 CFR part 549',
  LIBYA2: 'Libyan Sanctions Regulations, 31 CFR part 570; Executive Order 13566',
  LIBYA3: 'Libya, Executive Order 13726',
  MAGNIT: 'Sergei Magnitsky Rule of Law Accountability Act of 2012',
  NICARAGUA: 'Nicaragua, Executive Order 13851',
  'NICARAGUA-NHRAA': 'Nicaragua Human Rights and Anticorruption Act of 2018',
  NPWMD: 'Weapons of Mass Destruction Proliferators Sanctions Regulations, 31 CFR part 544',
  'NS-PLC': 'Palestinian Legislative Council list (not on the SDN list)',
  PEESA: "Protecting Europe's Energy Security Act of 2019",
  SDGT: 'Global Terrorism Sanctions Regulations, 31 CFR part 594',
  SDNT: 'Narcotics Trafficking Sanctions Regulations, 31 CFR part 536',
  SDNTK: 'Foreign Narcotics Kingpin Sanctions Regulations, 31 CFR part 598',
  SOMALIA: 'Somalia Sanctions Regulations, 31 CFR part 551',
  'SOUTH SUDAN': 'South Sudan Sanctions Regulations, 31 CFR part 558',
  SYRIA: 'Syrian Sanctions Regulations, 31 CFR part 542',
  'SYRIA-CAESAR': 'Caesar Syria Civilian Protection Act of 2019',
  TCO: 'Transnational Criminal Organizations Sanctions Regulations, 31 CFR part 590',
  VENEZUELA: 'Venezuela Sanctions Regulations, 31 CFR part 591; Executive Order 13692',
  YEMEN: 'Yemen Sanctions Regulations, 31 CFR part 552',
  ZIMBABWE: 'Zimbabwe Sanctions Regulations, 31 CFR part 541',
};

/** The committees of the Security Council, by the resolution that each is known by. */
const un: Readonly<Record<string, string>> = {
  'Al-Qaida': "ISIL (Da'esh) and Al-Qaida, resolutions 1267, 1989 and 2253",
  CAR: 'Central African Republic, resolution 2745',
  DPRK: "Democratic People's Republic of Korea, resolution 1718",
  DRC: 'Democratic Republic of the Congo, resolution 1533',
  GB: 'Guinea-Bissau, resolution 2048',
  Haiti: 'Haiti, resolution 2653',
  Iran: 'Iran, resolution 2231',
  Iraq: 'Iraq, resolution 1518',
  Libya: 'Libya, resolution 1970',
  Somalia: 'Somalia, resolution 2713',
  SouthSudan: 'South Sudan, resolution 2206',
  Sudan: 'Sudan, resolution 1591',
  Taliban: 'Taliban, resolution 1988',
  Yemen: 'Yemen, resolution 2140',
};

const bySource: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'us-ofac-sdn': ofac,
  'us-ofac-cons': ofac,
  'us-csl': ofac,
  'un-sc': un,
};

/** Codes that name their executive order: `UKRAINE-EO13661`. */
const orderCode = /^(.+)-EO(\d{5})$/;

/** @returns null where the code says it itself, or is not known */
export function programTitle(source: string, code: string): string | null {
  const titles = bySource[source];
  if (titles === undefined) return null;
  if (Object.hasOwn(titles, code)) return titles[code]!;
  const order = titles === ofac ? orderCode.exec(code) : null;
  return order ? `Executive Order ${order[2]}` : null;
}
