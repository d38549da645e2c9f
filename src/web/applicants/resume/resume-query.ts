import { downloadResume } from '#contract/applicants/applicants.ts'
import { call } from '#web/call.ts'

/** Cached for a minute after it was last shown, and only while names are shown. */
export function resumeQuery(id: number) {
  return {
    queryKey: [downloadResume.path, { id, identifiable: true }],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(downloadResume, { id }, { signal })) as Blob,
    staleTime: Infinity,
    gcTime: 60_000,
  }
}
