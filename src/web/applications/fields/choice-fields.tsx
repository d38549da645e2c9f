import type { ReactNode } from 'react'
import { CHOICE_SEPARATOR } from '#contract/applications/answer-checks.ts'
import { describedBy, idOf, type FieldProps } from './field-props.ts'
import { FaultText, Hint, LabelText, Saved } from './label.tsx'

export function YesNoField(props: FieldProps): ReactNode {
  const choices = props.question.answers.length > 0 ? props.question.answers.map((choice) => choice.answer_text) : ['Yes', 'No']
  return <Choices {...props} type="radio" choices={choices} isChosen={(choice) => props.value.toLowerCase() === choice.toLowerCase()} />
}

export function CheckboxesField(props: FieldProps): ReactNode {
  const { question, value } = props
  if (question.answers.length === 0) return <OneCheckbox {...props} />
  const chosen = value.split(CHOICE_SEPARATOR)
  return <Choices {...props} type="checkbox" choices={question.answers.map((choice) => choice.answer_text)} isChosen={(choice) => chosen.includes(choice)} />
}

type ChoicesProps = FieldProps & { type: 'radio' | 'checkbox'; choices: string[]; isChosen: (choice: string) => boolean }

function Choices({ question, fault, saved = '', type, choices, isChosen }: ChoicesProps): ReactNode {
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
      <FaultText id={id} fault={fault} />
      <div className="choices">
        {choices.map((choice, place) => (
          <label className="choice" key={choice}>
            <input id={place === 0 ? id : `${id}-${place}`} type={type} name={question.question_name} value={choice} defaultChecked={isChosen(choice)} />
            <span>{choice}</span>
          </label>
        ))}
      </div>
      <Saved state={saved} />
    </fieldset>
  )
}

/** A consent: never pre-checked, and optional unless staff require it. */
function OneCheckbox({ question, value, fault, saved = '' }: FieldProps): ReactNode {
  const id = idOf({ question })
  return (
    <div className={`field${fault ? ' wrong' : ''}`}>
      <FaultText id={id} fault={fault} />
      <label className="choice">
        <input
          id={id}
          type="checkbox"
          name={question.question_name}
          value="Yes"
          defaultChecked={value.toLowerCase() === 'yes'}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(fault && `${id}-fault`)}
        />
        <span>
          <LabelText question={question} />
        </span>
      </label>
      <Saved state={saved} />
    </div>
  )
}
