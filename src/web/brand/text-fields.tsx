import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCompany } from '#web/layout/staff-places.ts'
import { textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { LABELS, noteOnHeadline, type BrandWords } from './brand-words.ts'

const FILLED_IN = 'You can use {company_name}, {contact_email} and {reply_within_days}.'

export function TextFields(fields: Fields<BrandWords>): ReactNode {
  const { text, faults, set, idOf } = fields
  return (
    <Fieldset legend="Top of the careers site" miw={0}>
      <Stack gap="md">
        <TextInput
          label={LABELS.headline}
          description={noteOnHeadline(text.headline)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={90}
          {...textField(fields, 'headline')}
        />
        <TextInput label={LABELS.lead} required maxLength={160} {...textField(fields, 'lead')} />
        {text.facts.map((fact, place) => (
          <TextInput
            key={place}
            id={place === 0 ? idOf('facts') : undefined}
            label={`Fact ${place + 1}`}
            description={place === 0 ? `Optional and short, such as “12 clinics in Texas”. ${FILLED_IN}` : undefined}
            maxLength={60}
            value={fact}
            error={place === 0 ? faults['facts'] : undefined}
            onChange={(event) => set({ facts: text.facts.with(place, event.currentTarget.value) })}
          />
        ))}
        <Textarea label={LABELS.intro} description={FILLED_IN} required autosize minRows={4} maxRows={14} {...textField(fields, 'intro')} />
      </Stack>
    </Fieldset>
  )
}

export function StatementFields(fields: Fields<BrandWords>): ReactNode {
  const { name } = useCompany()
  return (
    <Fieldset legend="Contact and statements" miw={0}>
      <Stack gap="md">
        <TextInput
          label={LABELS.contact_email}
          type="email"
          description={`Where candidates can email you. If empty: careers@ plus the domain of ${name}.`}
          {...textField(fields, 'contact_email')}
        />
        <Textarea
          label={LABELS.eeo_statement}
          description="On every role and application form. Ask a lawyer before you shorten it."
          required
          autosize
          minRows={3}
          maxRows={10}
          {...textField(fields, 'eeo_statement')}
        />
        <Textarea
          label={LABELS.accommodation_statement}
          description="Says how to ask for an accommodation, which US employers must provide (ADA)."
          required
          autosize
          minRows={2}
          maxRows={8}
          {...textField(fields, 'accommodation_statement')}
        />
      </Stack>
    </Fieldset>
  )
}
