import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Created = { query: string; words: string }

/** Opens what was just created for editing, with its ID in `query`; the form shows `words`. */
export function useShowingCreated(created: Created | null): string | null {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { saved?: string } | null }
  const { query, words } = created ?? {}
  useEffect(() => {
    if (query) void navigate(`?${query}`, { state: { saved: words } })
  }, [query, words, navigate])
  return state?.saved ?? null
}
