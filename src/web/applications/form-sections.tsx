import type { ReactNode } from 'react'
import type { AskedQuestion, FieldFault, Values } from '#contract/pages.ts'
import { inFormOrder, sectionOf, SECTIONS } from '#contract/questions/question-rules.ts'
import { QuestionField } from './fields/question-field.tsx'

type Props = { questions: AskedQuestion[]; values: Values; faults: FieldFault[]; saved: { name: string; state: string } }

export function FormSections({ questions, values, faults, saved }: Props): ReactNode {
  const ordered = inFormOrder(questions)
  return SECTIONS.map((section) => {
    const asked = ordered.filter((question) => sectionOf(question) === section)
    if (asked.length === 0) return null
    return (
      <section key={section} className={`form-section${section === 'Personal Information' ? ' personal' : ''}`} aria-labelledby={idOfSection(section)}>
        <h2 id={idOfSection(section)}>{section}</h2>
        {asked.map((question) => (
          <QuestionField
            key={question.question_name}
            question={question}
            value={values[question.question_name] ?? ''}
            fault={faults.find((fault) => fault.path === question.question_name)?.message ?? null}
            saved={question.question_name === saved.name ? saved.state : ''}
          />
        ))}
      </section>
    )
  })
}

function idOfSection(section: string): string {
  return `section-${section.toLowerCase().replace(/[^a-z]+/g, '-')}`
}
