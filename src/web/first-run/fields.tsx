import type { FirstRunResult, FirstRunStep, FirstRunSteps, ShownSetting } from '#contract/first-run/first-run.ts'
import type { ReactNode } from 'react'
import { ErrorText, Hint } from '../applications/fields/label.tsx'

export function resultOf({ result }: FirstRunSteps, step: FirstRunStep): FirstRunResult | null {
  return result?.step === step ? result : null
}

type FieldProps = {
  view: FirstRunSteps
  step: FirstRunStep
  name: string
  label: string
  value?: string
  hint?: string
  type?: string
  /** Set by this variable, so it can't be changed here. */
  fixedBy?: string | false
  autoComplete?: string
}

/** What was typed is kept when the form is shown again. */
export function Field({ view, step, name, label, value = '', hint = '', type = 'text', fixedBy = false, autoComplete = 'off' }: FieldProps): ReactNode {
  const result = resultOf(view, step)
  const error = result?.faults.find(({ path }) => path === name)?.message ?? null
  const id = `${step}-${name}`
  const note = fixedBy ? `Set on the server by ${fixedBy}.` : hint
  const described = [note && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={`field${error ? ' wrong' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <Hint id={id} hint={note} />
      <ErrorText id={id} fault={error} />
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={result?.typed[name] ?? value}
        readOnly={fixedBy !== false}
        autoComplete={autoComplete}
        spellCheck={false}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  )
}

export const fixedSettingName = (name: string, { is_fixed }: ShownSetting) => is_fixed && name

export function Save({ label = 'Save' }: { label?: string }): ReactNode {
  return (
    <p className="actions">
      <button type="submit" className="button">
        {label}
      </button>
    </p>
  )
}
