/** Countries and large cities inside organisations' names: they distinguish branches, yet many share them. */
import countries from 'i18n-iso-countries';
import { MIN_PLACE_LETTERS } from '../weights.ts';
import { CONNECTORS } from './company-words.ts';
import { tokensOf } from './tokens.ts';

const CITIES = `
  moscow moskva petersburg petersburgh novosibirsk yekaterinburg kazan samara rostov vladivostok murmansk kaliningrad sochi
  sevastopol simferopol kiev kyiv kharkiv odessa lviv donetsk luhansk minsk brest chisinau tbilisi batumi yerevan baku almaty
  astana tashkent samarkand bishkek dushanbe ashgabat
  tehran teheran isfahan esfahan shiraz tabriz mashhad mashad qom ahvaz kerman yazd arak bushehr assaluyeh kish qeshm
  bandar baghdad basra basrah mosul erbil arbil sulaymaniyah najaf karbala damascus aleppo homs latakia tartus hama raqqa
  beirut tripoli sidon tyre amman aqaba jerusalem haifa gaza ramallah dubai abu dhabi sharjah ajman fujairah doha manama
  muscat sohar salalah kuwait riyadh jeddah dammam khobar mecca medina sanaa aden hodeidah cairo alexandria suez
  benghazi misrata tunis sfax algiers oran casablanca rabat tangier khartoum juba asmara djibouti mogadishu hargeisa bosaso
  nairobi mombasa kampala kigali kinshasa lubumbashi goma luanda lagos abuja accra abidjan dakar bamako harare lusaka
  johannesburg durban capetown maputo kabul kandahar herat jalalabad karachi lahore islamabad peshawar quetta rawalpindi
  faisalabad multan delhi mumbai bombay calcutta kolkata chennai madras bangalore hyderabad dhaka chittagong colombo
  kathmandu male beijing peking shanghai guangzhou canton shenzhen tianjin dalian dandong shenyang jilin harbin qingdao
  yantai weihai ningbo hangzhou suzhou wuxi nanjing wuhan chongqing chengdu xiamen fuzhou zhuhai dongguan foshan
  kunming urumqi xian hongkong macau macao taipei kaohsiung pyongyang nampo rason wonsan sinuiju seoul busan pusan incheon
  tokyo osaka kobe yokohama nagoya fukuoka bangkok phuket pattaya yangon rangoon mandalay naypyidaw hanoi saigon danang
  haiphong phnom penh sihanoukville vientiane singapore kuala lumpur penang labuan johor jakarta surabaya batam manila
  cebu sydney melbourne perth brisbane auckland london manchester birmingham liverpool glasgow edinburgh belfast dublin
  paris lyon marseille brussels antwerp amsterdam rotterdam luxembourg berlin hamburg frankfurt munich cologne bremen
  dusseldorf stuttgart zurich geneva basel lugano vienna graz salzburg schweiz madrid barcelona valencia bilbao malaga
  seville lisbon porto rome milan turin naples genoa venice trieste athens piraeus thessaloniki nicosia limassol larnaca
  valletta istanbul ankara izmir mersin adana gaziantep antalya bursa belgrade zagreb sarajevo ljubljana skopje tirana
  pristina podgorica sofia varna burgas bucharest constanta budapest prague bratislava warsaw gdansk krakow vilnius riga
  tallinn helsinki stockholm gothenburg oslo bergen copenhagen reykjavik
  havana caracas maracaibo bogota medellin cali cartagena barranquilla quito guayaquil lima callao lapaz santiago
  valparaiso asuncion montevideo guadalajara tijuana sinaloa culiacan monterrey mexico panama colon managua tegucigalpa
  kingston nassau tortola miami houston dallas chicago boston york atlanta seattle toronto montreal vancouver ottawa
`;
const REGIONS = `
  asia africa europe america american european african asian arab arabia arabian persian gulf caspian middle
  balkan baltic siberia crimea crimean kurdistan palestine palestinian russian iranian iraqi syrian libyan korean
  chinese cuban mexican colombian venezuelan ukrainian afghan pakistani indian turkish german french british
  yugoslav yugoslavia uk usa uae dprk ussr
`;

/** Usual short forms of states and unions, and their short names written together. */
export const STATE_SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uk: 'unitedkingdom',
    us: 'unitedstates',
    usa: 'unitedstates',
    uae: 'unitedarabemirates',
    ksa: 'saudiarabia',
    dprk: 'northkorea',
    prc: 'china',
    hk: 'hongkong',
    nz: 'newzealand',
    bvi: 'britishvirginislands',
    ussr: 'sovietunion',
    eu: 'europeanunion',
    turkiye: 'turkey',
    drc: 'drc',
  }),
);

const PLACES: ReadonlySet<string> = (() => {
  const places = new Set(`${CITIES} ${REGIONS}`.split(/\s+/).filter((word) => word !== ''));
  for (const name of [...STATE_SHORT_FORMS.values(), 'southkorea', 'macao', 'czechia', 'burma'])
    places.add(name);
  const stopped = new Set([
    'of',
    'and',
    'the',
    'islands',
    'island',
    'republic',
    'saint',
    'new',
    'united',
    'south',
    'north',
  ]);
  for (const name of Object.values(countries.getNames('en', { select: 'official' }))) {
    for (const token of tokensOf(name, false))
      if (token.length >= MIN_PLACE_LETTERS && !stopped.has(token)) places.add(token);
  }
  return places;
})();

/** Words that make a place a branch of a company there. */
const BRANCH_WORDS: ReadonlySet<string> = new Set(
  `branch br office representative headquarters head regional main free zone port airport province district city north south
  east west northern southern eastern western central`.split(/\s+/),
);

/** Whether a text says no more than where a branch is: `Dubai`, `Hong Kong branch`. */
export function isBranch(text: string): boolean {
  const words = tokensOf(text, true);
  const isPlace = (word: string) => isPlaceName(STATE_SHORT_FORMS.get(word) ?? word);
  return (
    (words.some(isPlace) &&
      words.every((word) => isPlace(word) || BRANCH_WORDS.has(word) || CONNECTORS.has(word))) ||
    (words.length > 1 && words.at(-1) === 'branch')
  );
}

export function isPlaceName(token: string): boolean {
  return PLACES.has(token);
}
