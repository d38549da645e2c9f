import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { BENEFIT_ICONS, type Benefit } from '#contract/brand/brand.ts'
import type { Fields } from '#web/ui/editor/editor-form.tsx'
import { LABELS, type BrandWords } from './brand-words.ts'

const MOST = 8
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

export function BenefitFields({ text: { benefits }, faults, set, idOf }: Fields<BrandWords>): ReactNode {
  const change = (place: number, part: Partial<Benefit>) => set({ benefits: benefits.with(place, { ...benefits[place]!, ...part }) })
  return (
    <Fieldset legend={LABELS.benefits} miw={0}>
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
        {benefits.length < MOST && (
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
