import './fields.css';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { fileTheme, styleNonce } from './code-field.tsx';

interface Side {
  readonly label: string;
  readonly text: string;
}

/** Two files side by side: differences are highlighted, what is the same is folded away. Neither can be written. */
export function CompareField({ left, right }: { readonly left: Side; readonly right: Side }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a side is its label and its text.
  useEffect(() => {
    const made = new MergeView({
      parent: place.current!,
      a: { doc: left.text, extensions: themeOf(left) },
      b: { doc: right.text, extensions: themeOf(right) },
      collapseUnchanged: { margin: 3 },
    });
    return () => made.destroy();
  }, [left.label, left.text, right.label, right.text]);
  return <div ref={place} className="gh-code gh-code-tall" />;
}

function themeOf({ label }: Side) {
  return [
    fileTheme(),
    EditorState.readOnly.of(true),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}
