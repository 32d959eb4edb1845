import { useTranslator } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';

interface ChosenItemsProps {
  readonly items: readonly { readonly code: string; readonly name: string }[];
  readonly onRemove: (code: string) => void;
}

/** What was chosen by a search, each with a button that takes it away again. */
export function ChosenItems({ items, onRemove }: ChosenItemsProps) {
  const words = useTranslator();
  if (items.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.text('chosen')}>
      {items.map(({ code, name }) => (
        <li key={code}>
          {name}
          <button
            type="button"
            aria-label={words.text('removeItem', { name })}
            onClick={() => onRemove(code)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
