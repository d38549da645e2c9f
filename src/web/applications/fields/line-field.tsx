import { useRef, useState, type FocusEvent, type InputHTMLAttributes, type ReactNode } from 'react'
import { meantAddress } from './meant-address.ts'
import { controlOf, type FieldProps } from './field-props.ts'
import { Labelled } from './label.tsx'

type Kind = InputHTMLAttributes<HTMLInputElement>

const BY_NAME: Record<string, Kind | undefined> = {
  first_name: { autoComplete: 'given-name', spellCheck: false },
  last_name: { autoComplete: 'family-name', spellCheck: false },
  email: { type: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'none' },
  linkedin_profile_url: { type: 'url', autoComplete: 'url', spellCheck: false, autoCapitalize: 'none' },
  recent_role_tenure: { inputMode: 'numeric', autoComplete: 'off', className: 'short' },
}

/** An example below the label, where it stays while the person types. */
function hintOf({ question_name, question_placeholder }: FieldProps['question']): string {
  if (question_name === 'recent_role_tenure') return `In whole months, for example ${question_placeholder || '18'}`
  if (question_name === 'linkedin_profile_url') return 'For example https://www.linkedin.com/in/your-name'
  return question_placeholder
}

export function EmailField(props: FieldProps): ReactNode {
  return <LineField {...props} asks="email" />
}

export function LineField({ asks, ...props }: FieldProps & { asks?: 'email' }): ReactNode {
  const { question, fault, saved = '' } = props
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string | null>(null)
  const hint = hintOf(question)
  const isEmail = asks === 'email' || question.question_name === 'email'
  const kind = BY_NAME[question.question_name] ?? (isEmail ? BY_NAME['email'] : {})

  function leave(event: FocusEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (isEmail) setMeant(meantAddress(field.value))
    if (question.question_name === 'linkedin_profile_url') field.value = withScheme(field.value)
  }

  /** Acts as if it had been typed: the form saves it and checks it again. */
  function correct() {
    const field = input.current
    if (!field || !meant) return
    field.value = meant
    field.dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(null)
    field.focus()
  }

  return (
    <Labelled question={question} hint={hint} fault={fault} saved={saved}>
      <input type="text" {...controlOf(props, hint)} ref={input} onBlur={leave} {...kind} />
      {isEmail && <Meant address={meant} onCorrect={correct} />}
    </Labelled>
  )
}

function Meant({ address, onCorrect }: { address: string | null; onCorrect: () => void }): ReactNode {
  return (
    <div className="meant" role="status">
      {address && (
        <p>
          Did you mean <bdi>{address}</bdi>?{' '}
          <button type="button" className="link" onClick={onCorrect}>
            Use this address
          </button>
        </p>
      )}
    </div>
  )
}

function withScheme(text: string): string {
  const url = text.trim()
  return /^(www\.)?linkedin\.com\//i.test(url) ? `https://${url}` : url
}
