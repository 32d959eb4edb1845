import type { WorkflowDetail } from '@gatehouse/contract';
import { Radio, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { CompareField } from '../ui/code-compare.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { useVersion } from './use-version.ts';
import { fileText } from './workflow-text.ts';

const sides = ['left', 'right'] as const;
type Side = (typeof sides)[number];
const sideNames = { left: text('workflows.left'), right: text('workflows.right') } as const;

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
      <section className="gh-panel gh-wide gh-versions" aria-label={text('workflows.versions')} tabIndex={0}>
        <Table>
          <VersionHeads />
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
                      {text('terms.active')}
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
          ? text('workflows.twoVersions')
          : text('workflows.comparedVersions', {
              left: String(chosen.left),
              right: String(chosen.right),
            })}
      </Text>
      {left.data && right.data && (
        <CompareField
          left={{
            label: text('workflows.versionNumber', { version: String(chosen.left) }),
            text: fileText(left.data.definition),
          }}
          right={{
            label: text('workflows.versionNumber', { version: String(chosen.right) }),
            text: fileText(right.data.definition),
          }}
        />
      )}
    </>
  );
}

function VersionHeads() {
  return (
    <Table.Thead>
      <Table.Tr>
        {sides.map((side) => (
          <Table.Th key={side}>{sideNames[side]}</Table.Th>
        ))}
        <Table.Th>{text('workflows.versionHead')}</Table.Th>
        <Table.Th>{text('workflows.published')}</Table.Th>
        <Table.Th>{text('workflows.publishedBy')}</Table.Th>
        <Table.Th>{text('workflows.requestedBy')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
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
      aria-label={text('workflows.sideVersion', {
        side: sideNames[props.side],
        version: String(props.version),
      })}
      checked={props.isChosen}
      onChange={props.choose}
    />
  );
}
