import { useEffect, useRef, useState, type InputEvent, type ReactNode } from 'react'
import { trapName } from '#contract/honeypot.ts'
import { countWords } from '#contract/answer-checks.ts'
import { FILLED } from '../answers.ts'
import { controlOf, idOf, type FieldProps } from './field-props.ts'
import { Labelled } from './label.tsx'
import { withinWords } from './within-words.ts'

const QUIET = 1000

export function LongField(props: FieldProps): ReactNode {
  const { question, value, fault } = props
  const { max_words } = question
  const box = useRef<HTMLTextAreaElement>(null)
  const before = useRef(value)
  const [count, setCount] = useState(() => countWords(value))
  const [cut, setCut] = useState('')
  const id = idOf(props)
  const hint = question.question_placeholder

  useEffect(() => {
    const { form } = box.current!
    const recount = () => {
      before.current = box.current?.value ?? ''
      setCount(countWords(before.current))
      setCut('')
    }
    form?.addEventListener(FILLED, recount)
    return () => form?.removeEventListener(FILLED, recount)
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
    setCount(countWords(taken.text))
  }

  return (
    <Labelled question={question} hint={hint} fault={fault}>
      <textarea {...controlOf(props, hint, `${id}-count`)} ref={box} rows={6} onInput={take} />
      <p className={`count${count >= max_words * 0.8 ? ' near' : ''}`} id={`${id}-count`}>
        {`${count} / ${max_words} words`}
      </p>
      <Spoken count={count} max_words={max_words} />
      <NotAdded cut={cut} max_words={max_words} />
      <Trap question={question} />
    </Labelled>
  )
}

/** The counter for listeners: once after a pause, never with each key. */
function Spoken({ count, max_words }: { count: number; max_words: number }): ReactNode {
  const [said, setSaid] = useState('')
  const first = useRef(count)
  useEffect(() => {
    if (count === first.current) return
    first.current = -1
    const timer = setTimeout(() => setSaid(`${count} of ${max_words} words`), QUIET)
    return () => clearTimeout(timer)
  }, [count, max_words])
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}

function NotAdded({ cut, max_words }: { cut: string; max_words: number }): ReactNode {
  const words = countWords(cut)
  return (
    <div className="not-added" role="status">
      {cut !== '' && (
        <>
          <p>
            {words === 1 ? '1 word was' : `${words} words were`} not added: the limit is {max_words} words.
          </p>
          <button type="button" className="link" onClick={() => void navigator.clipboard?.writeText(cut)}>
            Copy the part that did not fit
          </button>
        </>
      )}
    </div>
  )
}

/** Programs fill every field they find; people and their password managers do not find this one. */
function Trap({ question }: Pick<FieldProps, 'question'>): ReactNode {
  const name = trapName(question.ref_question_id)
  return (
    <div className="beside" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <textarea id={name} name={name} tabIndex={-1} autoComplete="off" rows={1} data-1p-ignore="" data-lpignore="true" data-bwignore="" />
    </div>
  )
}
