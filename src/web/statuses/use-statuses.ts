import { listStatuses, type ApplicationStatus } from '#contract/statuses/statuses.ts'
import { useCall } from '#web/ui/use-call.ts'

/** All statuses; they only change with a new version of the product. `failed` is the message to show. */
export function useStatuses(): { statuses: ApplicationStatus[]; failed: string | null; nameOf: (id: number) => string } {
  const { data, isError } = useCall(listStatuses, {}, { staleTime: Infinity })
  const statuses = data ?? EMPTY
  return {
    statuses,
    failed: isError ? 'Failed to load application statuses' : null,
    nameOf: (id) => statuses.find((status) => status.ref_application_status_id === id)?.application_status ?? `Status ${id}`,
  }
}

const EMPTY: ApplicationStatus[] = []
