import { type Phrase, phrase, type WebhookDefinition, wordPhrases } from '@gatehouse/contract';
import { meantWord } from '../../lib/did-you-mean.ts';
import { outputFault, placeholderNames } from '../attempts/index.ts';

/** What is wrong with a definition, and where in it. */
export interface WebhookFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The same as data; absent where it is English alone. */
  readonly phrases?: readonly Phrase[];
}

/** A fault at a place of a definition. */
export function faultAt(path: WebhookFault['path'], said: Phrase): WebhookFault {
  return { path, message: wordPhrases(said), phrases: [said] };
}

/**
 * What the schema cannot say of a definition: whether its placeholders are inputs, its paths compile and its
 * defaults have their types.
 */
export function checkWebhook(definition: WebhookDefinition): WebhookFault[] {
  return [...placeholderFaults(definition), ...outputFaults(definition)];
}

/** A workflow can give declared inputs alone, so any other placeholder would fail every attempt. */
function placeholderFaults({ url, headers, inputs }: WebhookDefinition): WebhookFault[] {
  const templates = [
    { path: ['url'], template: { url, headers: [] } },
    ...headers.map((header, index) => ({
      path: ['headers', index, 'defaultValue'],
      template: { url: '', headers: [header] },
    })),
  ];
  return templates.flatMap(({ path, template }) =>
    [...placeholderNames(template)]
      .filter((name) => !inputs.includes(name))
      .map((name) =>
        faultAt(
          path,
          phrase('findings.placeholderUnknown', { placeholder: `{${name}}`, ...meantWord(name, inputs) }),
        ),
      ),
  );
}

function outputFaults({ outputs }: WebhookDefinition): WebhookFault[] {
  return outputs.flatMap((output, index) => {
    const fault = outputFault(output);
    return fault === undefined ? [] : [faultAt(['outputs', index, fault.key], fault.said)];
  });
}
