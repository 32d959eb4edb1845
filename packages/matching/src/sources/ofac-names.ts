/** Names of the Treasury's advanced XML: aliases, each documented in one or more scripts, in parts. */
import type { ListName, NameKind } from '../entry.ts';
import { listName } from './list-entry.ts';
import type { ReferenceValues } from './ofac-locations.ts';
import { attribute, childrenNamed, type XmlNode } from './xml-records.ts';

/** Kinds of name parts, as far as the order of a person's name depends on them. */
const GIVEN = new Set(['first name', 'middle name', 'patronymic']);
const FAMILY = new Set(['last name', 'matronymic', 'maiden name']);
const ALIAS_KINDS: Readonly<Record<string, NameKind>> = { 'f.k.a.': 'former', 'a.k.a.': 'strong' };

/** Kind of each part of a name by the group that it belongs to. */
function partKinds(identity: XmlNode, values: ReferenceValues): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const groups of childrenNamed(identity, 'NamePartGroups')) {
    for (const master of childrenNamed(groups, 'MasterNamePartGroup')) {
      for (const group of childrenNamed(master, 'NamePartGroup')) {
        const kind = values.text('NamePartType', attribute(group, 'NamePartTypeID'));
        const id = attribute(group, 'ID');
        if (id && kind) kinds.set(id, kind.toLowerCase());
      }
    }
  }
  return kinds;
}

interface Part {
  kind: string;
  text: string;
  isLatin: boolean;
}

function partsOf(documented: XmlNode, kinds: Map<string, string>, values: ReferenceValues): Part[] {
  return childrenNamed(documented, 'DocumentedNamePart')
    .flatMap((part) => childrenNamed(part, 'NamePartValue'))
    .map((value) => ({
      kind: kinds.get(attribute(value, 'NamePartGroupID') ?? '') ?? '',
      text: value.text.replace(/\s+/g, ' ').trim(),
      isLatin: /^latin$|^$/i.test(values.text('Script', attribute(value, 'ScriptID')) ?? ''),
    }))
    .filter((part) => part.text !== '');
}

function textOfKinds(parts: readonly Part[], kinds: ReadonlySet<string>): string {
  return parts
    .filter((part) => kinds.has(part.kind))
    .map((part) => part.text)
    .join(' ');
}

/** The name as it is read: given names, then family names, then the rest; in file order where no kinds are stated. */
function nameOf(parts: readonly Part[], kind: NameKind): ListName | undefined {
  const [first, last] = [textOfKinds(parts, GIVEN), textOfKinds(parts, FAMILY)];
  const rest = parts.filter((part) => !GIVEN.has(part.kind) && !FAMILY.has(part.kind));
  const text = [first, last, ...rest.map((part) => part.text)].join(' ');
  return listName(text, kind, first && last ? { first, last } : {});
}

/** All names of one `Identity` element. */
export function identityNames(identity: XmlNode, values: ReferenceValues): (ListName | undefined)[] {
  const kinds = partKinds(identity, values);
  const isMain = attribute(identity, 'Primary') !== 'false';
  let titled = !isMain;
  return childrenNamed(identity, 'Alias').flatMap((alias) => {
    const type = values.text('AliasType', attribute(alias, 'AliasTypeID'))?.toLowerCase() ?? '';
    const isWeak = attribute(alias, 'LowQuality') === 'true';
    const isTitle = attribute(alias, 'Primary') === 'true' || type === 'name';
    return childrenNamed(alias, 'DocumentedName').map((documented) => {
      const parts = partsOf(documented, kinds, values);
      const isLatin = parts.every((part) => part.isLatin);
      let kind: NameKind = ALIAS_KINDS[type] ?? 'strong';
      if (isWeak) kind = 'weak';
      else if (!isLatin) kind = 'original';
      else if (isTitle && !titled) {
        kind = 'primary';
        titled = true;
      }
      return nameOf(parts, kind);
    });
  });
}
