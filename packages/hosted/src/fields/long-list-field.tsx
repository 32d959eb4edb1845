import { useTranslator } from '../ui/context.ts';
import { Checkboxes, type ChoicesProps } from './choice-fields.tsx';
import { ChosenItems } from './chosen-items.tsx';
import { Combobox } from './combobox.tsx';
import { describedBy, Grouped } from './control.tsx';

/** As many of a long list are shown at once. */
const shownAtOnce = 5;

/** Some of many: the first of the list, whose order is its author's, to tick; all are found by typing. */
export function LongListField(props: ChoicesProps) {
  const { field, id, value, fault, onChange, choices, list } = props;
  const words = useTranslator();
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const [first, others] = [choices.slice(0, shownAtOnce), choices.slice(shownAtOnce)];
  const searchId = `${id}-others`;
  return (
    <Grouped field={field} id={id} fault={fault}>
      <Checkboxes {...props} choices={first} />
      <label class="sub-label" for={searchId}>
        {words.text('otherChoices')}
      </label>
      <Combobox
        id={searchId}
        choices={choices}
        choicesKey={null}
        list={list}
        shown=""
        placeholder={words.text('searchHint')}
        describedBy={describedBy(id, { fault })}
        isFaulty={fault !== undefined}
        isRequired={false}
        onChoose={({ code }) => !chosen.includes(code) && onChange([...chosen, code])}
      />
      <ChosenItems
        items={others
          .filter(({ code }) => chosen.includes(code))
          .map((choice) => ({ code: choice.code, name: words.choice(list, choice) }))}
        onRemove={(code) => onChange(chosen.filter((each) => each !== code))}
      />
    </Grouped>
  );
}
