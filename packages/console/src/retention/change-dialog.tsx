import type { RetentionBasis, RetentionPeriodView, RetentionRule } from '@gatehouse/contract';
import { Button, Group, Modal, NativeSelect, NumberInput, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { BelowLaw } from './below-law.tsx';
import { Preview } from './preview.tsx';
import { appliesToText, kindText, ruleText } from './retention-texts.ts';

type AppliesTo = 'domain' | 'tenant';

/** Asks for another period of a kind, and shows what the next run would delete with it. */
export function ChangeDialog(props: {
  readonly domain: string;
  readonly period: RetentionPeriodView | undefined;
  readonly close: () => void;
}) {
  const { domain, period, close } = props;
  return (
    <Modal opened={period !== undefined} onClose={close} title={text('retention.change')}>
      {period && <ChangeForm key={period.kind} domain={domain} period={period} close={close} />}
    </Modal>
  );
}

function ChangeForm(props: {
  readonly domain: string;
  readonly period: RetentionPeriodView;
  readonly close: () => void;
}) {
  const { domain, period, close } = props;
  const { kind } = period;
  const queries = useQueryClient();
  const [appliesTo, setAppliesTo] = useState<AppliesTo>('domain');
  const [rule, setRule] = useState<RetentionRule>(period.rule);
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: (wanted: RetentionRule | null) =>
      call('retention.change', { params: { domain }, body: { kind, appliesTo, rule: wanted, reason } }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      close();
      void queries.invalidateQueries({ queryKey: ['retention', domain] });
    },
  });
  const hasOwn = appliesTo === 'tenant' ? period.tenant !== null : period.domain !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(rule);
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={change.error} />
        <Text size="sm" fw={600}>
          {text('retention.ofKind', { kind: kindText(kind), amount: ruleText(kind, period.rule) })}
        </Text>
        <AppliesToField domain={domain} value={appliesTo} setValue={setAppliesTo} />
        <PeriodFields kind={kind} rule={rule} setRule={setRule} />
        {kind === 'customers' && rule.period !== null && <BasisField rule={rule} setRule={setRule} />}
        <BelowLaw kind={kind} rule={rule} />
        <Preview domain={domain} kind={kind} appliesTo={appliesTo} rule={rule} />
        <Textarea
          label={text('terms.reason')}
          description={text('retention.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={1000}
          required
          autosize
        />
        <Text size="sm" className="gh-dim">
          {text('retention.needsSecond')}
        </Text>
        <DialogActions cancel={close}>
          {hasOwn && (
            <Button
              variant="subtle"
              disabled={reason.trim() === ''}
              loading={change.isPending}
              onClick={() => change.mutate(null)}
            >
              {text('retention.useFallback')}
            </Button>
          )}
          <Button type="submit" disabled={reason.trim() === ''} loading={change.isPending}>
            {text('retention.submit')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function AppliesToField(props: {
  readonly domain: string;
  readonly value: AppliesTo;
  readonly setValue: (value: AppliesTo) => void;
}) {
  const { domain, value, setValue } = props;
  return (
    <Radio.Group
      label={text('retention.appliesTo')}
      value={value}
      onChange={(chosen) => setValue(chosen as AppliesTo)}
    >
      <Stack gap={6} mt={6}>
        <Radio value="tenant" label={appliesToText('tenant', domain)} />
        <Radio value="domain" label={appliesToText('domain', domain)} />
      </Stack>
    </Radio.Group>
  );
}

/** What the period of a customer counts from. */
function BasisField(props: {
  readonly rule: RetentionRule;
  readonly setRule: (rule: RetentionRule) => void;
}) {
  const { rule, setRule } = props;
  return (
    <Radio.Group
      label={text('retention.basis')}
      value={rule.basis ?? 'RELATIONSHIP_END'}
      onChange={(value) => setRule({ ...rule, basis: value as RetentionBasis })}
    >
      <Stack gap={6} mt={6}>
        <Radio value="RELATIONSHIP_END" label={text('retention.basisEnd')} />
        <Radio value="LAST_DECISION" label={text('retention.basisDecision')} />
      </Stack>
    </Radio.Group>
  );
}

/** The longest period that the service takes. */
function mostOf(unit: string): number {
  return unit === 'Y' ? 999 : 9999;
}

/** A length and its unit; without a length there is no end. */
function PeriodFields(props: {
  readonly kind: RetentionPeriodView['kind'];
  readonly rule: RetentionRule;
  readonly setRule: (rule: RetentionRule) => void;
}) {
  const { kind, rule, setRule } = props;
  const unit = rule.period?.slice(-1) ?? '';
  const count = rule.period === null ? 5 : Number(rule.period.slice(1, -1));
  const set = (length: number, of: string) =>
    setRule({ ...rule, period: of === '' ? null : `P${Math.min(length, mostOf(of))}${of}` });
  return (
    <Group gap="xs" align="flex-end" grow>
      {rule.period !== null && (
        <NumberInput
          label={text('retention.length')}
          value={count}
          min={1}
          max={mostOf(unit)}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(value) => typeof value === 'number' && value >= 1 && set(value, unit)}
          required
        />
      )}
      <NativeSelect
        label={text('retention.unit')}
        value={unit}
        onChange={(event) => set(count, event.currentTarget.value)}
        data={[
          { value: 'D', label: text('retention.days') },
          { value: 'M', label: text('retention.months') },
          { value: 'Y', label: text('retention.years') },
          { value: '', label: ruleText(kind, { ...rule, period: null }) },
        ]}
      />
    </Group>
  );
}
