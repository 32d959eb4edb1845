import { hasFlag } from 'country-flag-icons';
import { Fragment } from 'react';
import { rawText } from '../messages/text.ts';
import { countryName, fieldText } from './country-text.ts';

/** Where the build puts the flags. */
declare const FLAGS_PATH: string;

/**
 * The flag of a country before its name, which says the same: those who hear the page hear the name alone. The name alone
 * where it is no country of the standard.
 * @param code ISO 3166 alpha-2
 */
export function Flagged({ code, children }: { readonly code: string; readonly children: string }) {
  if (countryName(code) === undefined || !hasFlag(code)) return children;
  return (
    <span className="gh-flagged">
      <img src={`${FLAGS_PATH}/${code}.svg`} alt="" width={18} height={12} />
      {children}
    </span>
  );
}

/** A text of facts; countries in it that are written as the pages write them have their flags before them. */
export function FlaggedText({ value }: { readonly value: string }) {
  const separator = rawText('format.listSeparator');
  return value.split(separator).map((part, index) => {
    const code = countryOf(part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <Fragment key={index}>
        {index > 0 && separator}
        {code === undefined ? part : <Flagged code={code}>{part}</Flagged>}
      </Fragment>
    );
  });
}

/** The code of `Netherlands (NL)`; undefined for all that only ends like it. */
function countryOf(shown: string): string | undefined {
  const [, code] = /\(([A-Z]{2})\)$/.exec(shown) ?? [];
  return code !== undefined && fieldText('country', code) === shown ? code : undefined;
}
