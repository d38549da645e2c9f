import { type InputEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { honeypotName } from '#contract/applications/honeypot.ts'
import { countWords, MAX_CHARACTERS } from '#contract/applications/answer-checks.ts'
import { FILLED_EVENT } from '../answers.ts'
import { controlOf, type FieldProps, idOf } from './field-props.ts'
import { copyText } from '#web/copy-text.ts'
import { LabeledField } from './label.tsx'

const ANNOUNCE_DELAY_MS = 1000
/** The count is shown from this share of the limit on. */
const NEAR_LIMIT = 0.8

export function LongField(props: FieldProps): ReactNode {
  const { question, value, fault, saved = '' } = props
  const { max_words } = question
  const box = useRef<HTMLTextAreaElement>(null)
  const before = useRef(value)
  const [count, setCount] = useState(() => lengthOf(value))
  const [cut, setCut] = useState('')
  const id = idOf(props)
  const hint = question.question_placeholder

  useEffect(() => {
    const { form } = box.current!
    const recount = () => {
      before.current = box.current?.value ?? ''
      setCount(lengthOf(before.current))
      setCut('')
    }
    form?.addEventListener(FILLED_EVENT, recount)
    return () => form?.removeEventListener(FILLED_EVENT, recount)
  }, [])

  function take(event: InputEvent<HTMLTextAreaElement>) {
    const field = event.currentTarget
    const taken = withinWords(before.current, field.value, max_words)
    if (taken.cut !== '') {
      field.value = taken.text
      field.setSelectionRange(taken.caret, taken.caret)
      setCut(taken.cut)
    } else if (countWords(taken.text) < max_words) setCut('')
    before.current = taken.text
    setCount(lengthOf(taken.text))
  }

  return (
    <LabeledField question={question} hint={hint} fault={fault} saved={saved}>
      <textarea {...controlOf(props, hint, `${id}-count`)} ref={box} rows={6} onInput={take} />
      <Count length={count} max_words={max_words} id={`${id}-count`} />
      <WordAnnouncement words={formatCount(count, max_words)} />
      <CutText cut={cut} max_words={max_words} />
      <Honeypot question={question} />
    </LabeledField>
  )
}

type Length = { words: number; characters: number }

function lengthOf(text: string): Length {
  return { words: countWords(text), characters: text.trim().length }
}

/** Counts characters only if their limit is reached before the word limit. */
function isLongInCharacters({ characters }: Length): boolean {
  return characters >= MAX_CHARACTERS * NEAR_LIMIT
}

function formatCount(length: Length, max_words: number): string {
  const characters = isLongInCharacters(length) ? `, ${length.characters} of ${MAX_CHARACTERS} characters` : ''
  return `${length.words} of ${max_words} words${characters}`
}

function Count({ length, max_words, id }: { length: Length; max_words: number; id: string }): ReactNode {
  const isOver = length.words > max_words || length.characters > MAX_CHARACTERS
  const isNear = length.words >= max_words * NEAR_LIMIT || isLongInCharacters(length)
  return (
    <p className={`count${isOver ? ' over' : isNear ? ' near' : ''}`} id={id}>
      {`${length.words} / ${max_words} words`}
      {isLongInCharacters(length) && <span>{` · ${length.characters} / ${MAX_CHARACTERS} characters`}</span>}
    </p>
  )
}

/** The counter for screen readers: announced once after a pause, not on each keystroke. */
function WordAnnouncement({ words }: { words: string }): ReactNode {
  const [said, setSaid] = useState('')
  const first = useRef(words)
  useEffect(() => {
    if (words === first.current) return
    first.current = ''
    const timer = setTimeout(() => setSaid(words), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}

function CutText({ cut, max_words }: { cut: string; max_words: number }): ReactNode {
  const words = countWords(cut)
  return (
    <div className="not-added" role="status">
      {cut !== '' && (
        <>
          <p>
            {words === 1 ? "1 word wasn't" : `${words} words weren't`} added because the limit is {max_words} words.
          </p>
          <CopyCut key={cut} cut={cut} />
        </>
      )}
    </div>
  )
}

/** The text isn't in the field anymore, so if it can't be copied, it's shown for selection. */
function CopyCut({ cut }: { cut: string }): ReactNode {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  return (
    <>
      <button type="button" className="link" onClick={() => void copyText(cut).then(setCopied)}>
        Copy the part that didn't fit
      </button>
      {isCopied === true && <p>Copied.</p>}
      {isCopied === false && <p>We couldn't copy it. Select it here: {cut}</p>}
    </>
  )
}

/** The honeypot: bots fill in every field they find; people and password managers don't find this one. */
function Honeypot({ question }: Pick<FieldProps, 'question'>): ReactNode {
  const name = honeypotName(question.ref_question_id)
  return (
    <div className="beside" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <textarea id={name} name={name} tabIndex={-1} autoComplete="off" rows={1} data-1p-ignore="" data-lpignore="true" data-bwignore="" />
    </div>
  )
}

type CutResult = {
  text: string
  /** The text that didn't fit; '' if all of it did. */
  cut: string
  /** The new caret position. */
  caret: number
}

/** Splits an edit that exceeds the word limit into what fits and the rest. */
export function withinWords(before: string, after: string, max_words: number): CutResult {
  if (countWords(after) <= max_words || after.length < before.length) return { text: after, cut: '', caret: after.length }
  const head = sharedStart(before, after)
  const tail = sharedEnd(before.slice(head), after.slice(head))
  const end = after.length - tail
  const added = after.slice(head, end)
  let kept = ''
  for (const [piece] of added.matchAll(/\s*\S+\s*/gu)) {
    if (countWords(after.slice(0, head) + kept + piece + after.slice(end)) > max_words) break
    kept += piece
  }
  const cut = added.slice(kept.length).trim()
  if (cut === '') return { text: before, cut: '', caret: head }
  return { text: after.slice(0, head) + kept + after.slice(end), cut, caret: head + kept.length }
}

function sharedStart(a: string, b: string): number {
  let place = 0
  while (place < a.length && place < b.length && a[place] === b[place]) place++
  return place
}

function sharedEnd(a: string, b: string): number {
  let count = 0
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
