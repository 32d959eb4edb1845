import { text } from '../messages/text.ts';

/** Inputs of a webhook with where each value comes from. */
export function SentInputs({
  inputs,
}: {
  readonly inputs: readonly { readonly name: string; readonly expression: string }[];
}) {
  if (inputs.length === 0) return <span className="gh-dim"> {text('ui.sendsNothing')}</span>;
  return (
    <ul className="gh-sent-inputs">
      {inputs.map(({ name, expression }) => (
        <li key={name}>
          {name}: <code>{expression}</code>
        </li>
      ))}
    </ul>
  );
}
