import { useQueryClient } from '@tanstack/react-query'
import { readBrand, updateBrand, type Brand } from '#contract/brand/brand.ts'
import { call } from '#web/call.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { asAsked, faultsOf, wordsOf, type BrandWords } from './brand-words.ts'

export function useBrandEditing(brand: Brand): Editing<BrandWords> {
  const memory = useQueryClient()
  return useEditing<BrandWords>({
    draftKey: 'brand',
    stored: wordsOf(brand),
    check: faultsOf,
    save: async (words, version) => {
      // Sent once: a retry after a lost response would be rejected as someone else's change.
      const stored = await call(updateBrand, { ...asAsked(words), version }, { retries: 0 })
      void memory.invalidateQueries({ queryKey: keyOf(readBrand) })
      return wordsOf(stored)
    },
    reread: async () => wordsOf(await memory.fetchQuery({ queryKey: keyOf(readBrand, {}), queryFn: () => call(readBrand, {}), staleTime: 0 })),
  })
}
