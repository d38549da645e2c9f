import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { readBrand } from '#contract/brand/brand.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { BrandForm } from './brand-form.tsx'
import type { ShowHero } from './brand-preview.tsx'

/** `Hero` is the home page's own component, passed in by the table of screens because the brand domain comes before the careers site. */
export function BrandScreen({ Hero }: { Hero: ShowHero }): ReactNode {
  const brand = useCall(readBrand, {})
  return (
    <Stack>
      <Title order={1}>Brand</Title>
      <Text c="dimmed">How your careers site looks and what it says. Colors and logo also apply to emails, shared links and the sign-in.</Text>
      <Loaded query={brand} waiting={<Skeleton height={400} aria-label="Loading the brand" />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {(stored) => <BrandForm brand={stored} Hero={Hero} />}
      </Loaded>
    </Stack>
  )
}
