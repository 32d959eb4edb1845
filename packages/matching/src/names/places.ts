/** Countries and large cities inside organisations' names: they distinguish branches, yet many share them. */
import countries from 'i18n-iso-countries';
import { MIN_PLACE_LETTERS } from '../weights.ts';
import { tokensOf } from './tokens.ts';

const CITIES = `
  moscow moskva petersburg kiev kyiv minsk tehran teheran baghdad damascus aleppo beirut dubai abu dhabi doha riyadh
  jeddah cairo tripoli benghazi khartoum mogadishu kabul kandahar karachi lahore islamabad peshawar quetta delhi
  mumbai beijing shanghai dalian dandong hongkong taipei pyongyang seoul tokyo bangkok yangon rangoon london paris
  berlin hamburg frankfurt zurich geneva vienna madrid barcelona rome milan istanbul ankara athens belgrade sofia
  havana caracas bogota medellin cali guadalajara tijuana sinaloa mexico lima panama miami york
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

export function isPlaceName(token: string): boolean {
  return PLACES.has(token);
}
