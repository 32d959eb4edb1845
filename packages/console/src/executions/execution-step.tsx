import type { ExecutionDetail, ExecutionStep, StepAnswer } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { stringify } from 'yaml';
import { SubmittedDocument } from '../documents/submitted-documents.tsx';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { FileField } from '../ui/code-field.tsx';
import { formatInstant, sentenceOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';
import { executionTexts as texts } from './execution-texts.ts';
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
        {formatInstant(step.startedAt)}, {durationText(step)}
        {step.attempt > 1 && `, attempt ${step.attempt}`}
      </Text>
      {step.failure !== null && (
        <Text size="sm" className="gh-contradict" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {texts.failed}: {sentenceOf(step.failure)}
        </Text>
      )}
      <StepFacts facts={facts} />
      <NoAnswer step={step} />
      <ExceededLimits limits={step.exceededHitLimits} />
      <Submitted answer={step.answer} />
      {!execution.isRawOmitted && (
        <details style={{ marginTop: 8 }}>
          <summary>{texts.raw}</summary>
          <FileField
            label={`Input and output of ${step.nodeId}`}
            value={stringify({ in: step.input, out: step.output })}
            className="gh-code-tall"
          />
        </details>
      )}
    </article>
  );
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
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says so where the log holds nothing; a failure says enough. */
function NoAnswer({ step }: { readonly step: ExecutionStep }) {
  const { answer, failure, next } = step;
  if (failure !== null) return null;
  const text =
    answer.kind === 'none' ? texts.noAnswer : answer.kind === 'choice' && next === null && texts.noEdge;
  return text ? (
    <Text size="sm" className="gh-dim">
      {text}
    </Text>
  ) : null;
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
