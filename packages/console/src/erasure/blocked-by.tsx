import type { ErasureBlocksView, LegalHoldView } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { LinkedCase } from '../ui/linked-case.tsx';
import { blocksText, holdText } from './erasure-parts.tsx';

/** As a node of the version before answers, while both serve. */
const unnamed: Pick<ErasureBlocksView, 'executionIds' | 'caseNos'> = { executionIds: [], caseNos: [] };

/** Names each hold, case and workflow that keeps a customer from being erased now; nothing where none does. */
export function BlockedBy(props: {
  readonly domain: string;
  readonly blocks: ErasureBlocksView;
  readonly holds: readonly LegalHoldView[];
}) {
  const { domain, blocks, holds } = props;
  const { executions, openCases, executionIds, caseNos } = { ...unnamed, ...blocks };
  if (blocksText(blocks).length === 0) return null;
  return (
    <Alert color="orange" mb="sm" title={text('erasure.blockedTitle')}>
      <Text size="sm">{text('erasure.blockedWords')}</Text>
      <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: 'anywhere' }}>
        {holds.map((hold) => (
          <Item key={hold.holdId}>{holdText(hold)}</Item>
        ))}
        {caseNos.map((caseNo) => (
          <Item key={caseNo}>
            <Sentence
              name="erasure.blockedByCase"
              parts={{ caseNo: <LinkedCase domain={domain} caseNo={caseNo} /> }}
            />
          </Item>
        ))}
        {openCases > caseNos.length && (
          <Item>{text('erasure.moreCases', { count: openCases - caseNos.length })}</Item>
        )}
        {executionIds.map((executionId) => (
          <Item key={executionId}>
            <Sentence
              name="erasure.blockedByExecution"
              parts={{
                execution: (
                  <Link to="/executions/$domain/$executionId" params={{ domain, executionId }}>
                    <code dir="ltr">{executionId}</code>
                  </Link>
                ),
              }}
            />
          </Item>
        ))}
        {executions > executionIds.length && (
          <Item>{text('erasure.moreExecutions', { count: executions - executionIds.length })}</Item>
        )}
      </ul>
    </Alert>
  );
}

function Item({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="li" size="sm">
      {children}
    </Text>
  );
}
