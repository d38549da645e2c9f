/** The page's path without IDs, which never leave the browser. */
export function pageTemplate(path: string): string {
  return path.replace(/\/roles\/\d+/, '/roles/:id')
}

type TagWindow = Window & { dataLayer?: unknown[] }

/** Starts the analytics tag, without advertising signals and without any URL that contains an ID. */
export function countVisit(measurementId: string): void {
  const tagged = window as TagWindow
  if (tagged.dataLayer) return
  tagged.dataLayer = []
  // The tag needs the arguments object itself; it would ignore an array.
  function gtag(..._said: unknown[]): void {
    // oxlint-disable-next-line prefer-rest-params -- see above
    tagged.dataLayer!.push(arguments)
  }
  const page = pageTemplate(location.pathname)
  gtag('js', new Date())
  gtag('config', measurementId, {
    page_path: page,
    page_location: location.origin + page,
    page_title: document.title.length > 0 ? page : '',
    page_referrer: '',
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`
  document.head.append(script)
}

/** Reports web vitals to our own server when the person leaves the page. */
export async function reportVitals(): Promise<void> {
  const { onCLS, onINP, onLCP } = await import('web-vitals')
  const vitals = new Map<string, { name: string; value: number; metric_id: string }>()
  const note = ({ name, value, id }: { name: string; value: number; id: string }) => vitals.set(name, { name, value, metric_id: id })
  onLCP(note)
  onINP(note)
  onCLS(note)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || vitals.size === 0) return
    const report = { page: pageTemplate(location.pathname), vitals: [...vitals.values()] }
    vitals.clear()
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(report)], { type: 'application/json' }))
  })
}
