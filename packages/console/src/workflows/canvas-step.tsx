import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import type { FlowNode } from './flow-elements.ts';

/** A node: its icon, its name, what it is set to do, and what an execution did there. */
export const Step = memo(function Step({
  data,
  isConnectable,
  targetPosition = Position.Top,
  sourcePosition = Position.Bottom,
}: NodeProps<FlowNode>) {
  const { trace, isFailed } = data;
  return (
    <div
      className={`gh-step gh-step-${data.tone}`}
      data-faulty={data.isFaulty || undefined}
      data-traced={trace === undefined || isFailed ? undefined : true}
      data-current={data.isCurrent || undefined}
      data-failed={isFailed || undefined}
      // The graph runs to the right in every language; what a card says is in the direction of the page.
      dir={document.documentElement.dir || 'ltr'}
    >
      {data.tone !== 'start' && (
        <Handle type="target" position={targetPosition} isConnectable={isConnectable} />
      )}
      <span className="gh-step-icon">
        <Icon of={data.icon} />
      </span>
      <div className="gh-step-title" title={data.title}>
        <bdi>{data.title}</bdi>
      </div>
      <div className="gh-step-type" title={[data.subtitle, data.summary].filter(Boolean).join(' · ')}>
        {data.summary || data.subtitle}
      </div>
      {trace !== undefined && (
        <span className="gh-step-trace" dir="auto">
          {trace}
        </span>
      )}
      {data.isFaulty && (
        <span className="gh-step-fault" title={text('nodes.hasIssues')} aria-hidden="true">
          !
        </span>
      )}
      {!data.isTerminal && <Handle type="source" position={sourcePosition} isConnectable={isConnectable} />}
    </div>
  );
});
