import { inSentence, labelOf } from '#contract/licenses/license-types.ts'
import { type FocusEvent, type InputHTMLAttributes, type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { isQuestionType, type QuestionType } from '#contract/questions/question-rules.ts'
import { CHOICE_SEPARATOR } from '#contract/applications/answer-checks.ts'
import { controlOf, describedBy, type FieldProps, idOf } from './field-props.ts'
import { ErrorText, Hint, LabeledField, LabelText, SaveState } from './label.tsx'
import { LongField } from './long-field.tsx'
import { areCookiesBlocked } from '../browser-notes.tsx'
import { editDistance } from '#contract/text/edit-distance.ts'

/**
 * Licenses are listed one at a time on a separate page. With a script, this is a link: the script saves what's typed and opens the application that
 * the licenses are added to. Without one, it's a button that sends the whole form and gets it back with the list.
 */
function LicensesField({ question, value, listed = [], via = null }: FieldProps): ReactNode {
  const isLive = useSyncExternalStore(
    () => () => {},
    () => !areCookiesBlocked(),
    () => false,
  )
  const id = idOf({ question })
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <p className="legend" id={id}>
        <LabelText question={question} />
      </p>
      <Hint id={id} hint={question.question_placeholder} />
      {(value !== '' || listed.length > 0) && <p>{licensesListed(value === '' ? listed : parseNames(value))}</p>}
      {isLive && value === '' ? (
        <p>
          <a href="licenses">{listed.length > 0 ? 'Change your licenses' : 'List your licenses'}</a>, one at a time. We'll keep what you've typed here. You can
          also do it after you submit this form.
        </p>
      ) : (
        <p>
          <input type="hidden" name={question.question_name} value={value} />
          {/* Pressing Enter in a field activates the first button. */}
          <button type="submit" hidden>
            Submit application
          </button>
          <button type="submit" className="button quiet" formAction={`list-licenses${via === null ? '' : `?via=${via}`}`} formNoValidate>
            {value === '' && listed.length === 0 ? 'List your licenses' : 'Change your licenses'}
          </button>{' '}
          We'll keep what you've typed here.
        </p>
      )}
    </div>
  )
}

export function licensesListed(names: string[]): string {
  return names.length === 0 ? "You haven't listed any licenses yet." : `You've listed ${new Intl.ListFormat('en-US').format(names.map(inSentence))}.`
}

/** The licenses in the list that the form submits. */
function parseNames(value: string): string[] {
  try {
    const { licenses } = JSON.parse(value) as { licenses: { license_type: string; license_state: string }[] }
    return licenses.map(labelOf)
  } catch {
    return ["licenses that can't be read"]
  }
}

function YesNoField(props: FieldProps): ReactNode {
  const choices = props.question.answers.length > 0 ? props.question.answers.map((choice) => choice.answer_text) : ['Yes', 'No']
  return <Choices {...props} type="radio" choices={choices} isChosen={(choice) => props.value.toLowerCase() === choice.toLowerCase()} />
}

function CheckboxesField(props: FieldProps): ReactNode {
  const { question, value } = props
  if (question.answers.length === 0) return <OneCheckbox {...props} />
  const chosen = value.split(CHOICE_SEPARATOR)
  return <Choices {...props} type="checkbox" choices={question.answers.map((choice) => choice.answer_text)} isChosen={(choice) => chosen.includes(choice)} />
}

/** The first field with an error; browsers without JavaScript focus it when the page loads. */
const FOCUSED = { autoFocus: true }

type ChoicesProps = FieldProps & { type: 'radio' | 'checkbox'; choices: string[]; isChosen: (choice: string) => boolean }

function Choices({ question, fault, saved = '', takesFocus, type, choices, isChosen }: ChoicesProps): ReactNode {
  const id = idOf({ question })
  const hint = question.question_placeholder
  return (
    <fieldset
      className={`field${fault ? ' wrong' : ''}`}
      role={type === 'radio' ? 'radiogroup' : undefined}
      aria-required={(type === 'radio' && question.required_flag) || undefined}
      aria-invalid={type === 'radio' && fault ? true : undefined}
      aria-describedby={describedBy(hint && `${id}-hint`, fault && `${id}-fault`)}
    >
      <legend>
        <LabelText question={question} />
      </legend>
      <Hint id={id} hint={hint} />
      <ErrorText id={id} fault={fault} />
      <div className="choices">
        {choices.map((choice, place) => (
          <label className="choice" key={choice}>
            <input
              id={place === 0 ? id : `${id}-${place}`}
              type={type}
              name={question.question_name}
              value={choice}
              defaultChecked={isChosen(choice)}
              {...(takesFocus && place === 0 && FOCUSED)}
            />
            <span>{choice}</span>
          </label>
        ))}
      </div>
      <SaveState state={saved} />
    </fieldset>
  )
}

/** A consent: never pre-checked, and optional unless staff require it. */
function OneCheckbox({ question, value, fault, saved = '', takesFocus }: FieldProps): ReactNode {
  const id = idOf({ question })
  return (
    <div className={`field${fault ? ' wrong' : ''}`}>
      <ErrorText id={id} fault={fault} />
      <label className="choice">
        <input
          id={id}
          type="checkbox"
          name={question.question_name}
          value="Yes"
          defaultChecked={value.toLowerCase() === 'yes'}
          {...(takesFocus && FOCUSED)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(fault && `${id}-fault`)}
        />
        <span>
          <LabelText question={question} />
        </span>
      </label>
      <SaveState state={saved} />
    </div>
  )
}

type Kind = InputHTMLAttributes<HTMLInputElement>

const BY_NAME: Record<string, Kind | undefined> = {
  first_name: { autoComplete: 'given-name', spellCheck: false },
  last_name: { autoComplete: 'family-name', spellCheck: false },
  email: { type: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'none' },
  linkedin_profile_url: { type: 'url', autoComplete: 'url', spellCheck: false, autoCapitalize: 'none' },
  recent_role_tenure: { inputMode: 'numeric', autoComplete: 'off', className: 'short' },
}

/** An example below the label, so it stays visible while the person types. */
function hintOf({ question_name, question_placeholder }: FieldProps['question']): string {
  if (question_name === 'recent_role_tenure') return `In whole months, for example ${question_placeholder || '18'}`
  if (question_name === 'linkedin_profile_url') return 'For example https://www.linkedin.com/in/your-name'
  return question_placeholder
}

function EmailField(props: FieldProps): ReactNode {
  return <LineField {...props} asks="email" />
}

function LineField({ asks, ...props }: FieldProps & { asks?: 'email' }): ReactNode {
  const { question, fault, saved = '' } = props
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string | null>(null)
  const hint = hintOf(question)
  const isEmail = asks === 'email' || question.question_name === 'email'
  const kind = BY_NAME[question.question_name] ?? (isEmail ? BY_NAME['email'] : {})

  function leave(event: FocusEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (isEmail) setMeant(suggestedAddress(field.value))
    if (question.question_name === 'linkedin_profile_url') field.value = withScheme(field.value)
  }

  /** Behaves as if the text had been typed: the form saves it and checks it again. */
  function correct() {
    const field = input.current
    if (!field || !meant) return
    field.value = meant
    field.dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(null)
    field.focus()
  }

  return (
    <LabeledField question={question} hint={hint} fault={fault} saved={saved}>
      <input type="text" {...controlOf(props, hint)} ref={input} onBlur={leave} {...kind} />
      {isEmail && <AddressSuggestion address={meant} onCorrect={correct} />}
    </LabeledField>
  )
}

function AddressSuggestion({ address, onCorrect }: { address: string | null; onCorrect: () => void }): ReactNode {
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

const FIELDS = {
  'Extended Open Text Box': LongField,
  Text: LineField,
  'Email Input': EmailField,
  'Yes/No Questions': YesNoField,
  Checkboxes: CheckboxesField,
  Licenses: LicensesField,
} satisfies Record<QuestionType, (props: FieldProps) => ReactNode>

/** An unsupported type renders nothing. */
export function QuestionField(props: FieldProps): ReactNode {
  const { question_type } = props.question
  if (!isQuestionType(question_type)) return null
  const Field = FIELDS[question_type]
  return <Field {...props} />
}

/**
 * The most common email domains of US applicants: the consumer domains of the Mailcheck list and its forks that are still in use here, reviewed
 * 2026-11. Real domains one letter off from these (ymail.com, mail.com, gmx.com) are included too.
 */
const COMMON_DOMAINS = [
  'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com hotmail.com outlook.com live.com msn.com icloud.com me.com',
  'mac.com aol.com aim.com mail.com email.com gmx.com gmx.us proton.me protonmail.com comcast.net verizon.net att.net',
  'sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net fastmail.com hey.com zoho.com tutanota.com',
  'frontier.com windstream.net roadrunner.com',
]
  .join(' ')
  .split(' ')
/** Typos in the ending of an address; none of these is a top-level domain. */
const ENDING_TYPOS: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  nte: 'net',
  ent: 'net',
  ogr: 'org',
  rog: 'org',
}

/** The address with its domain corrected to a well-known one that's one typo away, or null. A domain that's itself well known is never corrected. */
export function suggestedAddress(address: string): string | null {
  const [name, domain, ...rest] = address.trim().toLowerCase().split('@')
  if (!name || !domain || rest.length > 0 || COMMON_DOMAINS.includes(domain)) return null
  const ended = withKnownEnd(domain)
  // Short domains are one letter away from many others, so only long ones are suggested.
  const near = COMMON_DOMAINS.find((one) => one.length > 7 && editDistance(one, ended) <= (one.length > 8 ? 2 : 1)) ?? (ended === domain ? undefined : ended)
  return near ? `${address.trim().slice(0, name.length)}@${near}` : null
}

function withKnownEnd(domain: string): string {
  const at = domain.lastIndexOf('.') + 1
  return domain.slice(0, at) + (ENDING_TYPOS[domain.slice(at)] ?? domain.slice(at))
}
