import type { ExecutionDetail, ExecutionStep, StepAnswer } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { stringify } from 'yaml';
import { SubmittedDocument } from '../documents/submitted-documents.tsx';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { failureText } from '../messages/failure-text.ts';
import { directionFor, text } from '../messages/text.ts';
import { FileField } from '../ui/code-field.tsx';
import { formatInstant, sentenceOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';
import { durationText } from './step-duration.ts';
import { answerFacts, edgeFacts, type Fact, peopleFacts, reachedFacts } from './step-facts.ts';

/** One step as somebody reads it who decides on customers: what it asked, what it answered, and which way it led. */
export function Step(props: {
  readonly step: ExecutionStep;
  readonly execution: ExecutionDetail;
  readonly titleOf: (nodeId: string) => string;
}) {
  const { step, execution, titleOf } = props;
  const facts = [
    ...answerFacts(step.answer),
    ...peopleFacts(step, execution),
    ...reachedFacts(step, execution.steps, titleOf),
    ...(step.next === null ? [] : edgeFacts(step.next, titleOf)),
  ];
  return (
    <article aria-label={titleOf(step.nodeId)} style={{ marginBottom: 16 }}>
      <Title order={2} size="h5">
        <Icon of={nodeIcon(step.nodeType)} className="gh-dim gh-before" />
        {titleOf(step.nodeId)}
      </Title>
      <Text size="sm" className="gh-dim" mb={4} style={{ overflowWrap: 'anywhere' }}>
        {step.attempt > 1
          ? text('executions.tookTimeAgain', { ...timesOf(step), attempt: step.attempt })
          : text('executions.tookTime', timesOf(step))}
      </Text>
      {step.failure !== null && (
        <Text size="sm" className="gh-contradict" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {text('executions.failedBecause', { reason: sentenceOf(failureText(step.failure)) })}
        </Text>
      )}
      <StepFacts facts={facts} />
      <NoAnswer step={step} />
      <ExceededLimits limits={step.exceededHitLimits} />
      <Submitted answer={step.answer} />
      {!execution.isRawOmitted && (
        <details style={{ marginTop: 8 }}>
          <summary>{text('executions.raw')}</summary>
          <FileField
            label={text('executions.inputOutput', { node: step.nodeId })}
            value={stringify({ in: step.input, out: step.output })}
            className="gh-code-tall"
          />
        </details>
      )}
    </article>
  );
}

function timesOf(step: ExecutionStep): { readonly at: string; readonly duration: string } {
  return { at: formatInstant(step.startedAt), duration: durationText(step) };
}

function StepFacts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="gh-facts gh-step-facts">
      {facts.map(([label, value], index) => (
        // A reason of a risk score may be called like another label.
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a step keep their order
        <div key={index}>
          <dt>{label}</dt>
          <dd dir={directionFor(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says so where the log holds nothing; a failure says enough. */
function NoAnswer({ step }: { readonly step: ExecutionStep }) {
  const { answer, failure, next } = step;
  if (failure !== null) return null;
  const isMissing = answer.kind === 'none';
  if (!isMissing && !(answer.kind === 'choice' && next === null)) return null;
  return (
    <Text size="sm" className="gh-dim">
      {text(isMissing ? 'executions.noAnswer' : 'executions.noEdge')}
    </Text>
  );
}

/** What an end user gave, in the sections of the case. */
function Submitted({ answer }: { readonly answer: StepAnswer }) {
  if (answer.kind !== 'submitted') return null;
  return (
    <>
      {answer.documents.map((document) => (
        <SubmittedDocument key={document.documentId} document={document} />
      ))}
      <SubmittedSections information={answer.information} />
    </>
  );
}
