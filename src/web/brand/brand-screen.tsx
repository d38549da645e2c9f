import { Skeleton, Stack, Text, Title, Fieldset, Textarea, TextInput, Button, Group, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { readBrand, updateBrand, BENEFIT_ICONS, type Brand, type Benefit } from '#contract/brand/brand.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf, readAgain } from '#web/ui/use-call.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm, textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { LABELS, displayValue, toRequest, findErrors, toDraft, headlineNote, type BrandDraft } from './brand-text.ts'
import { LookFields } from './look-fields.tsx'
import { useCompany } from '#web/layout/staff-places.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { useEditing, type EditState } from '#web/ui/editor/use-editing.ts'
import { BrandPreview, type ShowEmail, type ShowHero } from './brand-preview.tsx'

/** `Hero` is the home page's own component, and `showEmail` is how templates are previewed. The table of screens passes them in because the brand domain comes first. */
type PreviewParts = { Hero: ShowHero; showEmail: ShowEmail }

export function BrandScreen(shows: PreviewParts): ReactNode {
  const brand = useCall(readBrand, {})
  return (
    <Stack>
      <Title order={1}>Brand</Title>
      <Text c="dimmed">How your careers site looks and what it says. The colors and logo also apply to emails, shared links and the sign-in page.</Text>
      <Loaded
        query={brand}
        waiting={<Skeleton height={400} aria-label="Loading the brand" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(stored) => <BrandForm brand={stored} {...shows} />}
      </Loaded>
    </Stack>
  )
}

/** The form and, next to it, a preview of the top of the careers site. */
function BrandForm({ brand, ...shows }: PreviewParts & { brand: Brand }): ReactNode {
  const editing = useBrandEditing(brand)
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={displayValue}
      previewLabel="Preview of the careers site"
      preview={<BrandPreview words={editing.text} {...shows} />}
    >
      {() => (
        <EditorForm editing={editing} labels={LABELS} aria-label="Brand">
          <LookFields {...editing} />
          <TextFields {...editing} />
          <BenefitFields {...editing} />
          <StatementFields {...editing} />
          <Outcome saved={editing.isSaved && 'Brand updated successfully.'} failed={editing.failure && `Failed to update the brand. ${editing.failure}`} />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      )}
    </Editor>
  )
}

function useBrandEditing(brand: Brand): EditState<BrandDraft> {
  const memory = useQueryClient()
  return useEditing<BrandDraft>({
    draftKey: 'brand',
    stored: toDraft(brand),
    check: findErrors,
    save: async (words, version) => {
      // Sent only once: a retry after a lost response would be rejected as someone else's change.
      const stored = await call(updateBrand, { ...toRequest(words), version }, { retries: 0 })
      void memory.invalidateQueries({ queryKey: keyOf(readBrand) })
      return toDraft(stored)
    },
    reread: async () => toDraft(await readAgain(memory, readBrand, {})),
  })
}

const PLACEHOLDERS_NOTE = 'You can use {company_name}, {contact_email} and {reply_within_days}.'

function TextFields(fields: Fields<BrandDraft>): ReactNode {
  const { text, faults, set, idOf } = fields
  return (
    <Fieldset mt="md" variant="unstyled" legend="Top of the careers site" miw={0}>
      <Stack gap="md">
        <TextInput
          label={LABELS.headline}
          description={headlineNote(text.headline)}
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
            description={place === 0 ? `Optional and short, such as “12 clinics in Texas”. ${PLACEHOLDERS_NOTE}` : undefined}
            maxLength={60}
            value={fact}
            error={place === 0 ? faults['facts'] : undefined}
            onChange={(event) => set({ facts: text.facts.with(place, event.currentTarget.value) })}
          />
        ))}
        <Textarea label={LABELS.intro} description={PLACEHOLDERS_NOTE} required autosize minRows={4} maxRows={14} {...textField(fields, 'intro')} />
      </Stack>
    </Fieldset>
  )
}

function StatementFields(fields: Fields<BrandDraft>): ReactNode {
  const { name } = useCompany()
  return (
    <Fieldset mt="md" variant="unstyled" legend="Contact and statements" miw={0}>
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
          description="Tells applicants how to request an accommodation. US employers must provide reasonable accommodations (ADA)."
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

const MAX_BENEFITS = 8
const ICON_NAMES: Record<Benefit['icon'], string> = {
  home: 'House',
  device: 'Laptop',
  spark: 'Spark',
  heart: 'Heart',
  savings: 'Dollar',
  equity: 'Chart',
  clock: 'Clock',
  pin: 'Pin',
}

function BenefitFields({ text: { benefits }, faults, set, idOf }: Fields<BrandDraft>): ReactNode {
  const change = (place: number, part: Partial<Benefit>) => set({ benefits: benefits.with(place, { ...benefits[place]!, ...part }) })
  return (
    <Fieldset mt="md" variant="unstyled" legend={LABELS.benefits} miw={0}>
      <Stack gap="md">
        {benefits.map((benefit, place) => (
          <Row
            key={place}
            benefit={benefit}
            place={place}
            titleId={place === 0 ? idOf('benefits') : undefined}
            fault={benefit.title.trim() === '' ? faults['benefits'] : undefined}
            onChange={(part) => change(place, part)}
            onRemove={() => set({ benefits: benefits.toSpliced(place, 1) })}
          />
        ))}
        {benefits.length < MAX_BENEFITS && (
          <Button variant="default" w="fit-content" onClick={() => set({ benefits: [...benefits, { icon: 'spark', title: '', text: '' }] })}>
            Add a benefit
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}

type RowProps = {
  benefit: Benefit
  place: number
  titleId: string | undefined
  fault: string | undefined
  onChange: (part: Partial<Benefit>) => void
  onRemove: () => void
}

function Row({ benefit, place, titleId, fault, onChange, onRemove }: RowProps): ReactNode {
  const number = place + 1
  return (
    <Group align="end" gap="sm" role="group" aria-label={`Benefit ${number}`}>
      <NativeSelect
        label={`Icon ${number}`}
        w="8.5rem"
        value={benefit.icon}
        onChange={(event) => onChange({ icon: event.currentTarget.value as Benefit['icon'] })}
        data={BENEFIT_ICONS.map((icon) => ({ value: icon, label: ICON_NAMES[icon] }))}
      />
      <TextInput
        id={titleId}
        label={`Name ${number}`}
        flex="1 1 9rem"
        maxLength={60}
        value={benefit.title}
        error={fault}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label={`Description ${number}`}
        flex="2 1 14rem"
        maxLength={200}
        value={benefit.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={onRemove} aria-label={`Remove benefit ${number}`}>
        Remove
      </Button>
    </Group>
  )
}
