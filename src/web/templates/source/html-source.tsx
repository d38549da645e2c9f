import { EditorView, Decoration, drawSelection, keymap, lineNumbers, ViewPlugin, type ViewUpdate, type DecorationSet } from '@codemirror/view'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { BodyField } from './body-field.ts'
import classes from './html-source.module.css'
import { isTyping } from '#web/ui/focus/is-typing.ts'
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { linter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { tags } from '@lezer/highlight'
import { isPlaceholder, nearestPlaceholder, PLACEHOLDERS, PLACEHOLDER_NAMES, placeholdersIn } from '#contract/templates/placeholders.ts'
import { styleNonce } from '#web/ui/style-nonce.ts'

const NO_SNIPPETS: NonNullable<BodyField['snippets']> = []

/** Marks a change that wasn't typed, so `onChange` isn't called. */
const externalUpdate = Annotation.define<boolean>()

/** An email's HTML source. Loaded as a separate chunk, because it's most of this screen's size. */
export function HtmlSource({ id, value, snippets = NO_SNIPPETS, onChange, onFocus, labelledBy, describedBy, isWrong, isAwaited, ref }: BodyField): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const known = useRef(snippets)
  useEffect(() => void (known.current = snippets), [snippets])
  const attributes = useRef(new Compartment())
  const begin = useEffectEvent((extensions: Extension) => EditorState.create({ doc: value, extensions }))
  const arrive = useEffectEvent((made: EditorView) => isAwaited && !isTyping() && made.focus())
  const onUpdate = useEffectEvent((update: ViewUpdate) => {
    const isOurs = update.transactions.some((one) => one.annotation(externalUpdate))
    if (update.docChanged && !isOurs) onChange(update.state.doc.toString())
    if (update.focusChanged && update.view.hasFocus) onFocus()
  })

  // Before painting: without its text, the editor is shorter than its placeholder while loading.
  useLayoutEffect(() => {
    const listener = EditorView.updateListener.of((update) => onUpdate(update))
    const made = new EditorView({ state: begin([sourceExtensions(() => known.current), listener, attributes.current.of([])]), parent: place.current! })
    view.current = made
    arrive(made)
    return () => made.destroy()
    // From here on, the editor owns the document; the next effect applies values set from outside.
  }, [])

  useEffect(() => {
    const doc = view.current?.state.doc
    if (doc && doc.toString() !== value) view.current!.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: externalUpdate.of(true) })
  }, [value])

  useEffect(() => {
    const said = {
      id,
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-required': 'true',
      'aria-invalid': String(isWrong),
      // The editable text is focusable anyway; this makes it explicit in the markup.
      tabindex: '0',
    }
    view.current?.dispatch({ effects: attributes.current.reconfigure(EditorView.contentAttributes.of(said)) })
  }, [id, labelledBy, describedBy, isWrong])

  useImperativeHandle(ref, () => ({
    insert(text) {
      view.current?.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true })
      view.current?.focus()
    },
  }))

  return <div ref={place} className={classes['source']} data-wrong={isWrong || undefined} />
}

/** Tab leaves the field, as in any other, so keyboard users aren't trapped. */
function sourceExtensions(snippets: () => NonNullable<BodyField['snippets']>): Extension {
  return [
    EditorView.cspNonce.of(styleNonce()),
    lineNumbers(),
    history(),
    drawSelection(),
    bracketMatching(),
    EditorView.lineWrapping,
    html({ autoCloseTags: true }),
    syntaxHighlighting(colors),
    autocompletion({ override: [completePlaceholder, (context) => completeSnippet(context, snippets())], icons: false }),
    linter(({ state }) => findUnknown(state.doc.toString()), { delay: 300 }),
    knownPlaceholders,
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    looks,
  ]
}

function completePlaceholder(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\{\w*/)
  if (!word) return null
  const hasEnd = context.state.sliceDoc(context.pos, context.pos + 1) === '}'
  const options = PLACEHOLDER_NAMES.map((name) => ({
    label: `{${name}`,
    displayLabel: `{${name}}`,
    detail: PLACEHOLDERS[name],
    apply: hasEnd ? `{${name}` : `{${name}}`,
  }))
  return { from: word.from, options, validFor: /^\{\w*$/ }
}

/** Only after a space, a tag or at the start of a line, because entities end in a semicolon too. */
function completeSnippet(context: CompletionContext, snippets: NonNullable<BodyField['snippets']>): CompletionResult | null {
  const word = context.matchBefore(/(?:^|[\s>]);[a-z0-9-]*/i)
  if (!word || snippets.length === 0) return null
  const options = snippets.map(({ name, html: apply }) => ({ label: `;${name}`, apply }))
  return { from: word.from + word.text.indexOf(';'), options, validFor: /^;[a-z0-9-]*$/i }
}

function findUnknown(text: string): Diagnostic[] {
  return placeholdersIn(text)
    .filter(({ name }) => !isPlaceholder(name))
    .map(({ name, from, to }) => {
      const nearest = `{${nearestPlaceholder(name)}}`
      return {
        from,
        to,
        severity: 'error',
        message: `{${name}} isn't a placeholder. Did you mean ${nearest}?`,
        actions: [{ name: `Use ${nearest}`, apply: (view, start, end) => view.dispatch({ changes: { from: start, to: end, insert: nearest } }) }],
      }
    })
}

const known = Decoration.mark({ class: 'cm-placeholder-name' })

const knownPlaceholders = ViewPlugin.define(
  (view) => ({
    marks: marksOf(view),
    update(update: ViewUpdate) {
      if (update.docChanged) this.marks = marksOf(update.view)
    },
  }),
  { decorations: ({ marks }) => marks },
)

function marksOf(view: EditorView): DecorationSet {
  const found = placeholdersIn(view.state.doc.toString()).filter(({ name }) => isPlaceholder(name))
  return Decoration.set(found.map(({ from, to }) => known.range(from, to)))
}

/** Readable in both color schemes; the color names are Mantine's. */
const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'light-dark(#14532d, #8ce0b8)' },
  { tag: tags.attributeName, color: 'light-dark(#6b21a8, #d8b4fe)' },
  { tag: [tags.attributeValue, tags.string], color: 'light-dark(#9a3412, #fdba74)' },
  { tag: [tags.comment, tags.documentMeta], color: 'light-dark(#57606a, #a8b0b8)' },
  { tag: [tags.character, tags.number], color: 'light-dark(#0a4a8f, #93c5fd)' },
])

const looks = EditorView.theme({
  '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { minHeight: '20rem', maxHeight: '34rem', fontFamily: 'ui-monospace, monospace', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', minHeight: '20rem' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--leaf)' },
  '.cm-placeholder-name': { backgroundColor: 'var(--tint)', borderRadius: '3px' },
  '.cm-tooltip': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)', border: '1px solid var(--mantine-color-default-border)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--brand)', color: 'var(--on-brand)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--brand)', color: 'var(--on-brand)' },
})
