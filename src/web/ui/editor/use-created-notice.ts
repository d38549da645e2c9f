import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

type CreatedNotice = { query: string; message: string }

/** Opens a newly created record in the editor, with its ID in `query`; the form shows `message`. */
export function useCreatedNotice(created: CreatedNotice | null): string | null {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { saved?: string } | null }
  const { query, message } = created ?? {}
  useEffect(() => {
    if (query) void navigate(`?${query}`, { state: { saved: message } })
  }, [query, message, navigate])
  return state?.saved ?? null
}
