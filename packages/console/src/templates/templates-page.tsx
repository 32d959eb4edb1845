import './templates.css';
import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { nodeTypeTitle } from '../ui/field-labels.ts';
import { labelOf, listText } from '../ui/format.ts';
import { nodeTitle } from '../workflows/node-title.ts';
import { TemplatePicture } from './template-picture.tsx';
import { freeWorkflowId, missingOf, type Template, templates } from './templates.ts';

/** Workflows to begin with, and a blank one. */
export function TemplatesPage() {
  const domain = useDomain();
  const mayWrite = useSession().permissions.includes('workflows.manage');
  const vocabulary = useQuery({
    queryKey: ['workflow-vocabulary', domain],
    queryFn: ({ signal }) => call('workflows.vocabulary', { params: { domain }, signal }),
  });
  const use = useTemplate(domain);
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Title order={1} size="h3">
          {text('templates.title')}
        </Title>
        {mayWrite && (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link to="/workflows/$domain/$workflowId" params={{ domain, workflowId: 'new' }} {...root} />
            )}
          >
            {text('templates.blank')}
          </Button>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('templates.words')}
      </Text>
      {vocabulary.isError && <Failure error={vocabulary.error} retry={() => void vocabulary.refetch()} />}
      <ul className="gh-templates">
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            vocabulary={vocabulary.data}
            use={mayWrite ? () => use.mutate(template) : undefined}
            isUsed={use.isPending && use.variables.id === template.id}
          />
        ))}
      </ul>
    </>
  );
}

/** Saves a template as a draft of the domain, under an ID that is free, and opens it. */
function useTemplate(domain: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, draft }: Template) => {
      const { workflows } = await call('workflows.list', { params: { domain } });
      const definition = {
        ...draft,
        id: freeWorkflowId(draft.id, new Set(workflows.map(({ workflowId }) => workflowId))),
        name: text(`templates.name-${id}`),
        description: text(`templates.purpose-${id}`),
      };
      const body = { definition, publish: false, expectedRevision: null };
      return call('workflows.save', { params: { domain }, body });
    },
    onSuccess: async ({ workflowId }) => {
      await queries.invalidateQueries({ queryKey: ['workflows', domain] });
      await navigate({ to: '/workflows/$domain/$workflowId', params: { domain, workflowId } });
    },
  });
}

function TemplateCard(props: {
  readonly template: Template;
  readonly vocabulary: WorkflowVocabulary | undefined;
  readonly use: (() => void) | undefined;
  readonly isUsed: boolean;
}) {
  const { template, vocabulary, use } = props;
  const { id, draft, inputs, needs } = template;
  const name = text(`templates.name-${id}`);
  const steps = draft.nodes.map((node) => nodeTitle(node, nodeTypeTitle(node.type)));
  const missing = vocabulary && missingOf(needs, vocabulary);
  return (
    <li className="gh-panel gh-block gh-template">
      <Title order={2} size="h5">
        {name}
      </Title>
      <TemplatePicture draft={draft} />
      <Text size="sm">{text(`templates.purpose-${id}`)}</Text>
      <dl className="gh-facts">
        <dt>{text('templates.startedBy')}</dt>
        <dd>
          {labelOf(draft.eventType)} · {startOf(template)}
        </dd>
        <dt>{text('templates.steps')}</dt>
        <dd>{listText([...new Set(steps)])}</dd>
        {inputs.length > 0 && (
          <>
            <dt>{text('templates.inputs')}</dt>
            <dd>
              <code>{inputs.join(', ')}</code>
            </dd>
          </>
        )}
        <dt>{text('templates.needs')}</dt>
        <dd>
          {listText(needsTexts(template))}
          {missing && [...missing.groups, ...missing.webhooks].length > 0 && (
            <Text size="sm" className="gh-caution">
              {text('templates.missing', { names: listText([...missing.groups, ...missing.webhooks]) })}
            </Text>
          )}
        </dd>
      </dl>
      {use && (
        <Button
          variant="default"
          onClick={use}
          loading={props.isUsed}
          aria-label={text('templates.useOf', { name })}
        >
          {text('templates.use')}
        </Button>
      )}
    </li>
  );
}

function startOf({ draft, needs }: Template): string {
  if (draft.eventType === 'PERIODIC_FLOW_EVENT') return text('templates.startedByLists');
  return needs.hasHostedPages ? text('templates.startedByPerson') : text('templates.startedByCall');
}

function needsTexts({ needs }: Template): readonly string[] {
  const { engines, groups, webhooks, hasHostedPages, codes } = needs;
  return [
    ...(engines.length > 0
      ? [text('templates.needsLists', { engines: listText(engines.map(labelOf)) })]
      : []),
    ...(groups.length > 0 ? [text('templates.needsGroups', { groups: listText(groups) })] : []),
    ...(webhooks.length > 0 ? [text('templates.needsWebhooks', { webhooks: listText(webhooks) })] : []),
    ...(hasHostedPages ? [text('templates.needsHosted')] : []),
    ...codes.map((way) => text(`templates.needsCodes-${way}`)),
  ];
}
