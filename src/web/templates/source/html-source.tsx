import { EditorView, type ViewUpdate } from '@codemirror/view'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type ReactNode } from 'react'
import type { BodyField } from './body-field.ts'
import classes from './html-source.module.css'
import { isTyping } from '#web/ui/focus/is-typing.ts'
import { sourceExtensions } from './source-extensions.ts'

const NO_SNIPPETS: NonNullable<BodyField['snippets']> = []

/** Marks a change that wasn't typed, so no one needs to be notified. */
const brought = Annotation.define<boolean>()

/** An email's HTML as its author writes it. Loaded separately, because it's most of this screen's size. */
export function HtmlSource({ id, value, snippets = NO_SNIPPETS, onChange, onFocus, labelledBy, describedBy, isWrong, isAwaited, ref }: BodyField): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const known = useRef(snippets)
  useEffect(() => void (known.current = snippets), [snippets])
  const attributes = useRef(new Compartment())
  const begin = useEffectEvent((extensions: Extension) => EditorState.create({ doc: value, extensions }))
  const arrive = useEffectEvent((made: EditorView) => isAwaited && !isTyping() && made.focus())
  const onUpdate = useEffectEvent((update: ViewUpdate) => {
    const isOurs = update.transactions.some((one) => one.annotation(brought))
    if (update.docChanged && !isOurs) onChange(update.state.doc.toString())
    if (update.focusChanged && update.view.hasFocus) onFocus()
  })

  useEffect(() => {
    const listener = EditorView.updateListener.of((update) => onUpdate(update))
    const made = new EditorView({ state: begin([sourceExtensions(() => known.current), listener, attributes.current.of([])]), parent: place.current! })
    view.current = made
    arrive(made)
    return () => made.destroy()
    // From here on, the editor owns the document; the next effect applies values set elsewhere.
  }, [])

  useEffect(() => {
    const doc = view.current?.state.doc
    if (doc && doc.toString() !== value) view.current!.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: brought.of(true) })
  }, [value])

  useEffect(() => {
    const said = {
      id,
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-required': 'true',
      'aria-invalid': String(isWrong),
      // The editable text is focusable anyway; this states it in the markup.
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
