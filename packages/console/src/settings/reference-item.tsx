import type { ReferenceSetting } from '@gatehouse/contract';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { SchemaForm } from '../ui/schema-form.tsx';
import { itemForm } from './item-schema.ts';
import { type FieldNames, moved, OverrideSummary } from './override-summary.tsx';
import { codeOf } from './reference-override.ts';
import { itemFaults, Refusal } from './refusal.tsx';

type Item = Record<string, unknown>;

/** One field, form or rule as a form of its schema, beside what an end user would be asked and what ships. */
export function ReferenceItem(props: {
  readonly setting: ReferenceSetting;
  /** Undefined: a new one. */
  readonly edited: ReferenceSetting['items'][number] | undefined;
  readonly names: FieldNames;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly save: (item: Item, version: number) => void;
  readonly close: () => void;
}) {
  const { setting, edited } = props;
  const [version, setVersion] = useState(setting.version);
  const [item, setItem] = useState<Item>(edited?.item ?? {});
  const isNew = edited === undefined;
  const schema = useMemo(() => itemForm(setting, isNew), [setting, isNew]);
  const isTaken = isNew && setting.items.some((one) => codeOf(one.item) === codeOf(item));
  const isOutdated = version !== setting.version;
  const { code, ...rest } = item;
  const { error } = props;
  const faults = useMemo(() => itemFaults(error), [error]);
  return (
    <Modal
      opened
      onClose={props.close}
      size="80rem"
      title={isNew ? text('settings.add') : text('settings.editCode', { code: String(code) })}
      closeOnClickOutside={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTaken && !isOutdated) props.save(item, version);
        }}
      >
        {isOutdated ? <Outdated keep={() => setVersion(setting.version)} /> : <Refusal error={props.error} />}
        {isTaken && (
          <Alert color="red" variant="outline" role="alert" mb="sm">
            {text('settings.taken', { code: codeOf(item) })}
          </Alert>
        )}
        <div className="gh-item">
          <div className="gh-item-form">
            <SchemaForm
              schema={schema}
              expressions={[]}
              names={[]}
              value={isNew ? item : rest}
              faults={faults}
              onChange={(value) => setItem(isNew ? value : { code, ...value })}
            />
          </div>
          <Preview
            setting={setting}
            shipped={edited?.shipped}
            names={props.names}
            item={item}
            change={setItem}
          />
        </div>
        <DialogActions mt="md" cancel={props.close}>
          <Button type="submit" loading={props.pending} disabled={isTaken || isOutdated}>
            {text('actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

/** Somebody saved another item after this one was opened. */
function Outdated({ keep }: { readonly keep: () => void }) {
  return (
    <Alert color="orange" variant="outline" role="alert" title={text('settings.changedByOther')} mb="sm">
      <Group justify="space-between">
        <Text size="sm">{text('settings.listChanged')}</Text>
        <Button variant="default" onClick={keep}>
          {text('settings.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

/** What an end user would be asked, and what ships in its place. */
function Preview(props: {
  readonly setting: ReferenceSetting;
  readonly shipped: Item | null | undefined;
  readonly names: FieldNames;
  readonly item: Item;
  readonly change: (change: (item: Item) => Item) => void;
}) {
  const { setting, shipped, names, change } = props;
  return (
    <div className="gh-item-side">
      <Text size="xs" className="gh-label">
        {text('settings.asked')}
      </Text>
      <OverrideSummary
        itemKey={setting.key}
        item={props.item}
        names={names}
        move={
          setting.key === 'particular'
            ? undefined
            : (from, to) => change((now) => moved(setting.key, now, [from, to]))
        }
      />
      {shipped && (
        <>
          <Text size="xs" className="gh-label" mt="md">
            {text('settings.defaultItem')}
          </Text>
          <OverrideSummary itemKey={setting.key} item={shipped} names={names} />
          <Button variant="default" onClick={() => change(() => shipped)}>
            {text('settings.useDefault')}
          </Button>
        </>
      )}
    </div>
  );
}
