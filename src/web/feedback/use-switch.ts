import { useSearchParams } from 'react-router'
import { notify } from '#web/ui/toast.ts'
import type { Target } from './autosave/draft-storage.ts'
import { keepLastInterview } from './interview-select.tsx'
import { keeperOf } from './autosave/use-keeper.ts'

type To = { interview: number | null | undefined; candidate: number | null }

/** Switches to another interview or candidate; saves first, and says where the text was saved. */
export function useSwitch(from: Target | null): (to: To) => void {
  const [, setSearch] = useSearchParams()
  return (to) => {
    void leave(from)
    if (to.interview) keepLastInterview(to.interview)
    const chosen = Object.entries(to).flatMap(([name, id]) => (id ? [[name, String(id)]] : []))
    setSearch(new URLSearchParams(chosen))
  }
}

async function leave(from: Target | null): Promise<void> {
  const keeper = from && keeperOf(from)
  if (!keeper?.read().hasUnsaved) return
  keeper.keepDraft()
  const isSaved = await keeper.flush()
  notify(isSaved ? 'What you wrote was saved.' : 'What you wrote is kept in this browser and will be saved as soon as possible.')
}
