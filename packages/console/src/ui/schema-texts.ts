import { englishStringTranslator, TranslatableString } from '@rjsf/utils';
import { text } from '../messages/text.ts';

const texts = new Map<TranslatableString, (name: string) => string>([
  [TranslatableString.RemoveButton, () => text('actions.remove')],
  [TranslatableString.CopyButton, () => text('terms.copy')],
  [TranslatableString.MoveUpButton, () => text('ui.moveUp')],
  [TranslatableString.MoveDownButton, () => text('ui.moveDown')],
  [TranslatableString.ClearButton, () => text('ui.clear')],
  [TranslatableString.ClearLabel, () => text('ui.clear')],
  [TranslatableString.KeyLabel, (name) => text('ui.keyOf', { name })],
  [TranslatableString.OptionPrefix, (number) => text('ui.option', { number })],
  [TranslatableString.YesLabel, () => text('ui.yes')],
  [TranslatableString.NoLabel, () => text('ui.no')],
]);

/** Texts of the form library itself, as far as forms of the console show them; `params` are its placeholders. */
export function translateFormText(key: TranslatableString, params: string[] = []): string {
  return texts.get(key)?.(params[0] ?? '') ?? englishStringTranslator(key, params);
}
