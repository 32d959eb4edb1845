import type { WorkflowDetail } from '@gatehouse/contract';
import { Radio, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { actorLabel } from '../ui/actor-label.ts';
import { CompareField } from '../ui/code-compare.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { useVersion } from './use-version.ts';
import { fileText } from './workflow-text.ts';

const sides = ['left', 'right'] as const;
type Side = (typeof sides)[number];
const sideNames = { left: 'Left', right: 'Right' } as const;

/** Every published version with who published it, and any two of them side by side. */
export function VersionsView({
  domain,
  detail,
}: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
}) {
  const { versions, workflowId } = detail;
  const [newest, before = newest] = versions;
  const [chosen, setChosen] = useState({ left: before!.version, right: newest!.version });
  const left = useVersion({ domain, workflowId, version: chosen.left });
  const right = useVersion({ domain, workflowId, version: chosen.right });
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is moved by keys too */}
      <section className="gh-panel gh-wide gh-versions" aria-label="Versions" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {sides.map((side) => (
                <Table.Th key={side}>{sideNames[side]}</Table.Th>
              ))}
              <Table.Th>Version</Table.Th>
              <Table.Th>Published</Table.Th>
              <Table.Th>Published by</Table.Th>
              <Table.Th>Requested by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map(({ version, publishedAt, publishedBy, askedBy }) => (
              <Table.Tr key={version}>
                {sides.map((side) => (
                  <Table.Td key={side}>
                    <Choice
                      side={side}
                      version={version}
                      isChosen={chosen[side] === version}
                      choose={() => setChosen({ ...chosen, [side]: version })}
                    />
                  </Table.Td>
                ))}
                <Table.Th scope="row">
                  {version}
                  {version === detail.publishedVersion && (
                    <Text span size="xs" className="gh-dim">
                      {' '}
                      active
                    </Text>
                  )}
                </Table.Th>
                <Table.Td className="gh-short">{formatInstant(publishedAt)}</Table.Td>
                <Table.Td>{publishedBy === null ? '—' : actorLabel(publishedBy)}</Table.Td>
                <Table.Td>{askedBy ?? '—'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      <Text size="sm" my="xs" role="status">
        {chosen.left === chosen.right
          ? 'Select two different versions to compare.'
          : `Left: version ${chosen.left}. Right: version ${chosen.right}.`}
      </Text>
      {left.data && right.data && (
        <CompareField
          left={{ label: `Version ${chosen.left}`, text: fileText(left.data.definition) }}
          right={{ label: `Version ${chosen.right}`, text: fileText(right.data.definition) }}
        />
      )}
    </>
  );
}

function Choice(props: {
  readonly side: Side;
  readonly version: number;
  readonly isChosen: boolean;
  readonly choose: () => void;
}) {
  return (
    <Radio
      size="xs"
      name={`compared-${props.side}`}
      aria-label={`${sideNames[props.side]}: version ${props.version}`}
      checked={props.isChosen}
      onChange={props.choose}
    />
  );
}
