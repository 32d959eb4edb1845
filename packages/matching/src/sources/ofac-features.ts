/** Features of the Treasury's advanced XML: facts of a party beside names and documents. */
import type { Address, Craft, CraftFlag, DateInterval, Identifier, Relation } from '../entry.ts';
import { craftFlag, relation } from './entry-details.ts';
import { listAddress, listIdentifier } from './list-entry.ts';
import { type Place, periodOf, type ReferenceValues } from './ofac-locations.ts';
import { countryAtEnd, parseCountry } from './parse-country.ts';
import { attribute, childrenNamed, childText, type XmlNode } from './xml-records.ts';

export interface OfacFeatures {
  births: DateInterval[];
  placesOfBirth: (string | undefined)[];
  nationalities: (string | undefined)[];
  countries: (string | undefined)[];
  addresses: (Address | undefined)[];
  identifiers: (Identifier | undefined)[];
  positions: (string | undefined)[];
  remarks: string[];
  gender?: 'M' | 'F';
  incorporatedOn?: string;
  relations: (Relation | undefined)[];
  contacts: string[];
  craft: Omit<Craft, 'flags'> & { flags: CraftFlag[] };
}

/** Ways to reach somebody are details. */
const CONTACT = /^(?:email|website|phone|fax|telephone)/i;
/** Kinds that identify the one who has them. */
const IDENTIFIER =
  /^(?:digital currency address|swift|bik\b|mmsi|isin|d-u-n-s|lei\b|aircraft (?:tail number|manufacturer|construction|mode s)|vessel call sign|call sign|equity ticker|msn|imo)|\b(?:number|no\.|code|id)$/i;

interface FeatureVersion {
  text?: string | undefined;
  place?: Place | undefined;
  period?: DateInterval | undefined;
}

function versionOf(
  version: XmlNode,
  values: ReferenceValues,
  places: ReadonlyMap<string, Place>,
): FeatureVersion {
  const details = childrenNamed(version, 'VersionDetail').map(
    (detail) =>
      values.text('DetailReference', attribute(detail, 'DetailReferenceID')) ??
      (detail.text.replace(/\s+/g, ' ').trim() || undefined),
  );
  const location = childrenNamed(version, 'VersionLocation')
    .map((item) => places.get(attribute(item, 'LocationID') ?? ''))
    .find((place) => place !== undefined);
  const period = childrenNamed(version, 'DatePeriod').map(periodOf)[0];
  return {
    text: details.find((detail) => detail !== undefined) ?? childText(version, 'Comment'),
    place: location,
    period,
  };
}

function countryOf({ text, place }: FeatureVersion): string | undefined {
  return place?.country ?? parseCountry(text);
}

/** Reads one version of a feature into its field; true unless it belongs into none. */
function readField(kind: string, version: FeatureVersion, into: OfacFeatures): boolean {
  const { text, place, period } = version;
  if (/^birth ?date$/i.test(kind)) {
    if (period) into.births.push(period);
  } else if (/^place of birth$/i.test(kind)) {
    into.placesOfBirth.push(text ?? place?.text);
    into.countries.push(place?.country ?? countryAtEnd(text ?? ''));
  } else if (/^(?:nationality|citizenship)(?: country)?$/i.test(kind)) {
    into.nationalities.push(countryOf(version));
  } else if (/^gender$/i.test(kind)) {
    if (/^(?:male|female)$/i.test(text ?? '')) into.gender = /^f/i.test(text!) ? 'F' : 'M';
  } else if (/^title$/i.test(kind)) {
    into.positions.push(text);
  } else if (/^location$/i.test(kind)) {
    into.addresses.push(listAddress(place?.text, place?.country));
  } else if (/flag$|^nationality of registration$/i.test(kind)) {
    into.countries.push(countryOf(version));
  } else if (/^organization established date$/i.test(kind) && period) {
    into.incorporatedOn = period.precision === 'day' ? period.from : period.from.slice(0, 4);
  } else {
    return CONTACT.test(kind);
  }
  return true;
}

/** Facts of vessels and aircraft by the kind of feature that states them. */
const CRAFT_FACTS: readonly [RegExp, keyof Omit<Craft, 'flags'>][] = [
  [/^(?:vessel type|aircraft model)$/i, 'model'],
  [/year of build$|^aircraft manufacture date$/i, 'built'],
  [/^vessel (?:gross registered|gross) tonnage$/i, 'grossTonnage'],
  [/^vessel (?:deadweight )?tonnage$/i, 'tonnage'],
];

/** Reads what a feature adds to the details, whether or not it is a field or a remark as well. */
function readDetail(kind: string, text: string, into: OfacFeatures): void {
  const fact = CRAFT_FACTS.find(([pattern]) => pattern.test(kind))?.[1];
  if (fact) into.craft[fact] ??= text;
  else if (/flag$/i.test(kind)) {
    const flag = craftFlag(text, parseCountry, /^(?:former|other)/i.test(kind));
    if (flag) into.craft.flags.push(flag);
  } else if (/owner$/i.test(kind)) into.relations.push(relation('owned-by', { role: kind, name: text }));
  else if (/operator$/i.test(kind)) into.relations.push(relation('operated-by', { role: kind, name: text }));
  else if (CONTACT.test(kind)) into.contacts.push(`${kind} ${text}`);
}

/** All features of a `Profile` element. */
export function featuresOf(
  profile: XmlNode,
  values: ReferenceValues,
  places: ReadonlyMap<string, Place>,
): OfacFeatures {
  const features: OfacFeatures = {
    births: [],
    placesOfBirth: [],
    nationalities: [],
    countries: [],
    addresses: [],
    identifiers: [],
    positions: [],
    remarks: [],
    relations: [],
    contacts: [],
    craft: { flags: [] },
  };
  for (const feature of childrenNamed(profile, 'Feature')) {
    const kind = values.text('FeatureType', attribute(feature, 'FeatureTypeID')) ?? 'Feature';
    for (const node of childrenNamed(feature, 'FeatureVersion')) {
      const version = versionOf(node, values, places);
      const text = version.text ?? version.place?.text;
      if (text) readDetail(kind, text, features);
      if (readField(kind, version, features)) continue;
      if (IDENTIFIER.test(kind)) {
        features.identifiers.push(
          listIdentifier(kind.replace(/^vessel call sign$/i, 'Call Sign'), version.text),
        );
      } else if (text) features.remarks.push(`${kind.replace(/\s*[:-]$/, '')}: ${text}`);
    }
  }
  return features;
}
