import './fields.css';
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { text } from '../messages/text.ts';
import { kindLabel } from './field-labels.ts';

/** A name that an expression may use, with what kind of value it is. */
export interface KnownName {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** As people read it; without one, as it is. */
  readonly label?: string;
  /** Where it is from, for a list of many. */
  readonly group?: string;
}

/** Fields in which code is written. Tab leaves them, as any other field. */

/** The nonce that the policy asks of styles that are made after the page was loaded. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Colours that hold their contrast on both grounds. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#1f4688, #a9c8ff)' },
  { tag: tags.string, color: 'light-dark(#0b6b3a, #6fd39f)' },
  { tag: [tags.keyword, tags.bool, tags.number], color: 'light-dark(#7b2a9c, #e0a6f5)' },
  { tag: tags.comment, color: 'light-dark(#55606f, #a7b1c0)' },
]);

/** Of what is shown because it became so elsewhere, as by an undo: nobody wrote it here. */
const fromOutside = Annotation.define<boolean>();

interface CodeProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly extensions: () => Extension;
  /** Anything that makes the editor be set up anew when it changes. */
  readonly setUp: string;
  readonly className: string;
}

function Code({ label, value, onChange, extensions, setUp, className }: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onChange, extensions, value });
  latest.current = { onChange, extensions, value };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setUp` includes what the extensions depend on.
  useEffect(() => {
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          history(),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          latest.current.extensions(),
          EditorView.cspNonce.of(styleNonce()),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorState.readOnly.of(latest.current.onChange === undefined),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            if (docChanged && !transactions.some((one) => one.annotation(fromOutside)))
              latest.current.onChange?.(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label, setUp]);
  useEffect(() => {
    const made = view.current;
    if (!made || made.state.doc.toString() === value) return;
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: value },
      annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    });
  }, [value]);
  return <div ref={place} className={className} dir="ltr" />;
}

/** One expression, with the names that it may use at hand (Ctrl Space, or while one is being written). */
export function ExpressionField(props: {
  readonly label: string;
  readonly value: string;
  readonly names: readonly KnownName[];
  readonly onChange: (value: string) => void;
}) {
  const names = useRef(props.names);
  names.current = props.names;
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_][\w.]*/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      validFor: /^[\w.]*$/,
      options: names.current.map(({ name, type, optional }) => ({
        label: name,
        detail: optional ? text('ui.orNull', { type: kindLabel(type) }) : kindLabel(type),
        type: 'variable',
      })),
    };
  };
  return (
    <Code
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      setUp="expression"
      className="gh-code gh-code-line"
      extensions={() => [
        autocompletion({ override: [complete], icons: false }),
        EditorView.lineWrapping,
        // An expression is one line: a pasted break is a blank.
        EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
      ]}
    />
  );
}

/** How a workflow file is shown. */
export const fileTheme = (): Extension => [
  lineNumbers(),
  yaml(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  EditorState.phrases.of({ '$ unchanged lines': text('ui.unchangedLines') }),
];

/** A whole file; with `original`, differences from it are highlighted. */
export function FileField(props: {
  readonly label: string;
  readonly value: string;
  readonly original?: string | undefined;
  readonly className?: string;
  readonly onChange?: (value: string) => void;
}) {
  const { original } = props;
  return (
    <Code
      label={props.label}
      value={props.value}
      {...(props.onChange ? { onChange: props.onChange } : {})}
      setUp={original ?? ''}
      className={`gh-code ${props.className ?? 'gh-code-file'}`}
      extensions={() => [
        fileTheme(),
        ...(original === undefined
          ? []
          : [unifiedMergeView({ original, mergeControls: false, collapseUnchanged: { margin: 3 } })]),
      ]}
    />
  );
}
