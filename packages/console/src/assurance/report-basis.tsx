import { Table, Text, Title } from '@mantine/core';
import { settingsText } from '../hits/engine-settings.ts';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { type Report, scoreText } from './assurance-texts.ts';

/** Everything that the figures depend on, as names and values. */
function basisOf({ versions, settings, pack, records }: Report): ReadonlyMap<string, string> {
  return new Map([
    ['Gatehouse', versions.gatehouse],
    [text('assurance.engineVersion'), versions.engine],
    ['Node.js', versions.node],
    ['Unicode', versions.unicode],
    ...Object.entries(versions.lists).map(([source, version]) => [listTitle(source), version] as const),
    [text('assurance.engine'), engineTitles[settings.engine as 'GLOBAL_CHECK']],
    [text('assurance.settings'), settingsText(settings.engineSettings)],
    [text('assurance.minScore'), scoreText(settings.minScore)],
    [text('assurance.maxHits'), String(settings.maxHits)],
    [text('assurance.seed'), String(pack.seed)],
    [text('assurance.records'), formatNumber(records.listed + records.clean)],
  ]);
}

export function Basis({ report }: { readonly report: Report }) {
  return (
    <section className="gh-panel gh-block" aria-label={text('assurance.basis')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.basis')}
      </Title>
      <Table>
        <Table.Tbody>
          {[...basisOf(report)].map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                <bdi>{value}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** What of two tests is not the same, so that a change of figures has its cause beside it. */
export function Differences({ report, other }: { readonly report: Report; readonly other: Report }) {
  const [now, then] = [basisOf(report), basisOf(other)];
  const names = [...new Set([...now.keys(), ...then.keys()])].filter(
    (name) => now.get(name) !== then.get(name),
  );
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.differences')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.differences')}
      </Title>
      {names.length === 0 ? (
        <Text size="sm">{text('assurance.noDifferences')}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th aria-label={text('assurance.settings')} />
              <Table.Th>{text('assurance.thisTest')}</Table.Th>
              <Table.Th>{text('assurance.otherTest')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{now.get(name) ?? '–'}</Table.Td>
                <Table.Td>{then.get(name) ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
