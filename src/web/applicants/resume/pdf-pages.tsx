import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler makes its address of it
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconDownload, IconZoomIn, IconZoomOut } from '#web/ui/staff-icons.tsx'
import { FindField } from './find-field.tsx'
import { PdfPage } from './pdf-page.tsx'
import classes from './pdf-pages.module.css'

GlobalWorkerOptions.workerSrc = worker

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
const FIRST_ZOOM = 2
/** How many pages of a resume are shown; the rest is in the download. */
const MAX_PAGES = 50

type Opened = PDFDocumentProxy | 'opening' | 'broken'

/** A PDF as pages with their text, in its own box. One that can't be opened can still be downloaded. */
export function PdfPages({ pdf, search, onDownload }: { pdf: Blob; search: string; onDownload: () => void }): ReactNode {
  const opened = useDocument(pdf)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const box = useRef<HTMLDivElement>(null)
  const pages = typeof opened === 'string' ? 0 : Math.min(opened.numPages, MAX_PAGES)

  function onKey(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') setZoom(Math.min(ZOOMS.length - 1, zoom + 1))
    else if (event.key === '-') setZoom(Math.max(0, zoom - 1))
    else return
    event.preventDefault()
  }

  if (opened === 'broken') {
    return (
      <div role="alert">
        <Text size="sm" mb="xs">
          This resume cannot be shown here. It may still open in another program.
        </Text>
        <Button variant="default" size="compact-sm" onClick={onDownload} leftSection={<IconDownload size={16} aria-hidden />}>
          Download resume
        </Button>
      </div>
    )
  }
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text size="sm" role="status">
          {opened === 'opening' ? 'Opening the resume …' : `${opened.numPages} ${opened.numPages === 1 ? 'page' : 'pages'}`}
        </Text>
        <Group gap="xs">
          <ActionIcon variant="default" aria-label="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <IconZoomOut size={16} aria-hidden />
          </ActionIcon>
          <Text size="sm" className={classes['zoom'] ?? ''}>
            {Math.round(ZOOMS[zoom]! * 100)} %
          </Text>
          <ActionIcon variant="default" aria-label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
            <IconZoomIn size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Download resume" onClick={onDownload}>
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {typeof opened !== 'string' && <FindField key={search} document={opened} first={search} box={box} maxPages={MAX_PAGES} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls must be reached by keys */}
      <div ref={box} className={classes['box']} tabIndex={0} role="region" aria-label="Resume, Page Up and Page Down turn its pages" onKeyDown={onKey}>
        {typeof opened !== 'string' &&
          Array.from({ length: pages }, (_, page) => <PdfPage key={`${page} ${zoom}`} document={opened} number={page + 1} zoom={ZOOMS[zoom]!} />)}
      </div>
    </div>
  )
}

function useDocument(pdf: Blob): Opened {
  const [opened, setOpened] = useState<Opened>('opening')
  useEffect(() => {
    let isHere = true
    const loading = pdf.arrayBuffer().then((data) => getDocument({ data, enableXfa: false }).promise)
    loading.then(
      (document) => isHere && setOpened(document),
      () => isHere && setOpened('broken'),
    )
    return () => {
      isHere = false
      loading.then((document) => document.loadingTask.destroy()).catch(() => {})
    }
  }, [pdf])
  return opened
}
