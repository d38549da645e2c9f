import { Button, FileButton, Group, Input } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { picturePath, uploadPicture, type Picture, type PictureKind } from '#contract/brand/brand.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import classes from './look-fields.module.css'

type Props = {
  kind: PictureKind
  id: string
  label: string
  help: string
  picture: Picture | null
  /** Designed for a dark background, so it's shown on one. */
  isForDark?: boolean
  fault: string | undefined
  onPicture: (picture: Picture | null) => void
}

/** Uploads immediately, so the preview can show it; candidates see it after saving. */
export function PictureField({ kind, id, label, help, picture, isForDark, fault, onPicture }: Props): ReactNode {
  const [isUploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function upload(file: File | null) {
    if (!file) return
    setUploading(true)
    setFailure(null)
    try {
      onPicture(await call(uploadPicture, { kind, picture: file }, { retries: 0 }))
    } catch (reason) {
      setFailure(whyOf(reason))
    } finally {
      setUploading(false)
    }
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={help} error={failure ?? fault} errorProps={{ role: 'alert' }}>
      <Group gap="sm" mt="xs">
        {picture && (
          <img
            className={classes['picture']}
            data-scheme={isForDark ? 'dark' : 'light'}
            src={picturePath(picture, picture.widths[0]!, 'webp')}
            alt={`${label} now`}
          />
        )}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void upload(file)} inputProps={{ 'aria-label': `${label} file` }}>
          {(props) => (
            <Button {...props} id={id} variant="default" loading={isUploading}>
              {picture ? `Replace ${label.toLowerCase()}` : `Upload ${label.toLowerCase()}`}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={() => onPicture(null)}>
            Remove {label.toLowerCase()}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
