import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import { engineDefaults } from '@gatehouse/contract/hit-thresholds';
import { Button, Modal, NumberInput, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { matchStrengths, searchTypes, sensitivityMeaning } from '../hits/engine-settings.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { CodedOption } from '../ui/coded-option.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { optionLabels } from '../ui/field-labels.ts';

type Workflow = ConsoleData<'assurance.list'>['workflows'][number];
type Screening = ConsoleBody<'assurance.order'>['screening'];
type Engine = Exclude<Screening['engine'], 'WORKFLOW'>;

const engines: readonly Engine[] = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'];
const cleanSources = ['MADE_UP', 'CUSTOMERS'] as const;
/** The choice of settings that are of no workflow. */
const own = 'own';

interface Draft {
  readonly seed: number;
  readonly size: number;
  readonly cleanFrom: 'MADE_UP' | 'CUSTOMERS';
  readonly source: string;
  readonly engine: Engine;
  readonly matchStrength: 'EXACT' | 'STRONG' | 'WEAK';
  readonly searchType: 'Precise' | 'Near' | 'Broad';
  readonly sensitivity: number;
}

const firstDraft: Draft = {
  seed: 1,
  size: 20_000,
  cleanFrom: 'MADE_UP',
  source: own,
  engine: 'GLOBAL_CHECK',
  matchStrength: engineDefaults.GLOBAL_CHECK.matchStrength,
  searchType: engineDefaults.RISK_LISTS.searchType,
  sensitivity: engineDefaults.COMPOSITE_SCAN.sensitivity,
};

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly screening: Screening;
}

/** One for each engine of each screening node of the published workflows. */
function choicesOf(workflows: readonly Workflow[]): Choice[] {
  return workflows.flatMap(({ workflowId, name, version, nodeId, engines: searched }) =>
    searched.map((engine) => ({
      value: JSON.stringify([workflowId, nodeId, engine]),
      label: text('assurance.workflowNode', {
        workflow: name,
        version: String(version),
        node: nodeId,
        engine: engineTitles[engine as Engine],
      }),
      screening: { engine: 'WORKFLOW', workflowId, nodeId, searchedBy: engine as Engine },
    })),
  );
}

function screeningOf(draft: Draft, choices: readonly Choice[]): Screening {
  const chosen = choices.find(({ value }) => value === draft.source);
  if (chosen !== undefined) return chosen.screening;
  const { engine, matchStrength, searchType, sensitivity } = draft;
  if (engine === 'GLOBAL_CHECK') {
    return { engine, engineSettings: { ...engineDefaults.GLOBAL_CHECK, matchStrength } };
  }
  if (engine === 'RISK_LISTS') {
    return { engine, engineSettings: { ...engineDefaults.RISK_LISTS, searchType } };
  }
  return { engine, engineSettings: { sensitivity } };
}

/** Orders a test. */
export function NewTest(props: {
  readonly domain: string;
  readonly workflows: readonly Workflow[];
  readonly isOpen: boolean;
  readonly close: () => void;
}) {
  const { domain, workflows, isOpen, close } = props;
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const change = (more: Partial<Draft>) => setChanged((now) => ({ ...now, ...more }));
  const choices = choicesOf(workflows);
  // What is in force is tested unless something else is chosen.
  const draft = { ...firstDraft, source: choices[0]?.value ?? own, ...changed };
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: () =>
      call('assurance.order', {
        params: { domain },
        body: {
          seed: draft.seed,
          size: draft.size,
          cleanFrom: draft.cleanFrom,
          screening: screeningOf(draft, choices),
        },
      }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['assurance', domain] });
      close();
    },
  });
  return (
    <Modal opened={isOpen} onClose={close} title={text('assurance.newTest')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate();
        }}
      >
        <ErrorAlert error={order.error} mb="sm" />
        <Stack gap="sm">
          <Select
            label={text('assurance.settingsFrom')}
            data={[{ value: own, label: text('assurance.ownSettings') }, ...choices]}
            value={draft.source}
            allowDeselect={false}
            onChange={(source) => change({ source: source ?? own })}
          />
          {draft.source === own && <EngineFields draft={draft} change={change} />}
          <RecordFields draft={draft} change={change} />
          <DialogActions cancel={close}>
            <Button type="submit" loading={order.isPending}>
              {text('assurance.start')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}

/** Which records are made. */
function RecordFields(props: { readonly draft: Draft; readonly change: (changed: Partial<Draft>) => void }) {
  const { draft, change } = props;
  return (
    <>
      <NumberInput
        label={text('assurance.records')}
        value={draft.size}
        min={100}
        max={100_000}
        allowDecimal={false}
        onChange={(size) => change({ size: Number(size) })}
      />
      <Select
        label={text('assurance.cleanFrom')}
        description={text(`assurance.cleanHint-${draft.cleanFrom}`)}
        data={cleanSources.map((value) => ({ value, label: text(`assurance.clean-${value}`) }))}
        value={draft.cleanFrom}
        allowDeselect={false}
        onChange={(value) => change({ cleanFrom: value as Draft['cleanFrom'] })}
      />
      <NumberInput
        label={text('assurance.seed')}
        description={text('assurance.seedHint')}
        value={draft.seed}
        min={0}
        max={999_999_999}
        allowDecimal={false}
        onChange={(seed) => change({ seed: Number(seed) })}
      />
    </>
  );
}

function EngineFields(props: { readonly draft: Draft; readonly change: (changed: Partial<Draft>) => void }) {
  const { draft, change } = props;
  const { engine, matchStrength, searchType, sensitivity } = draft;
  return (
    <>
      <Select
        label={text('assurance.engine')}
        data={engines.map((value) => ({ value, label: engineTitles[value] }))}
        value={engine}
        allowDeselect={false}
        onChange={(value) => change({ engine: value as Engine })}
      />
      {engine === 'GLOBAL_CHECK' && (
        <Select
          label={text('scans.matchStrength')}
          description={matchStrengths[matchStrength]}
          data={optionsOf(['EXACT', 'STRONG', 'WEAK'])}
          renderOption={CodedOption}
          value={matchStrength}
          allowDeselect={false}
          onChange={(value) => change({ matchStrength: value as 'WEAK' })}
        />
      )}
      {engine === 'RISK_LISTS' && (
        <Select
          label={text('scans.searchType')}
          description={searchTypes[searchType]}
          data={optionsOf(['Precise', 'Near', 'Broad'])}
          renderOption={CodedOption}
          value={searchType}
          allowDeselect={false}
          onChange={(value) => change({ searchType: value as 'Near' })}
        />
      )}
      {engine === 'COMPOSITE_SCAN' && (
        <NumberInput
          label={text('assurance.sensitivity')}
          description={sensitivityMeaning(sensitivity)}
          value={sensitivity}
          min={0}
          max={1}
          step={0.05}
          onChange={(value) => change({ sensitivity: Number(value) })}
        />
      )}
    </>
  );
}

function optionsOf(values: readonly string[]) {
  const labels = optionLabels([...values]);
  return values.map((value) => ({ value, label: labels?.[value] ?? value }));
}
