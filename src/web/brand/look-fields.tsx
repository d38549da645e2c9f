import { ColorInput, Fieldset, Image, Slider, Stack, Text, TextInput, Button, FileButton, Group, Input } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { contrastOf, MIN_CONTRAST, schemesFor } from '#contract/brand/brand-colors.ts'
import { picturePath, type Picture, uploadPicture, type PictureKind } from '#contract/brand/brand.ts'
import { textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { LABELS, darkLogoNote, logoNote, type BrandDraft } from './brand-text.ts'
import classes from './look-fields.module.css'

export function LookFields(fields: Fields<BrandDraft>): ReactNode {
  const { text, faults, set, idOf } = fields
  return (
    <Fieldset variant="unstyled" legend="Look" miw={0}>
      <Stack gap="md">
        <ColorInput
          id={idOf('accent')}
          label={LABELS.accent}
          description="Buttons, links and icons. Dark mode uses a matching color."
          format="hex"
          withEyeDropper={false}
          value={text.accent}
          error={faults['accent']}
          onChange={(accent) => set({ accent })}
        />
        <Contrast accent={text.accent} />
        <PictureField
          kind="logo"
          id={idOf('logo')}
          label={LABELS.logo}
          help={logoNote(text.logo) ?? 'PNG, JPEG or WebP, at least 64 pixels wide, drawn for a light background.'}
          picture={text.logo}
          fault={faults['logo_key']}
          onPicture={(logo) => set({ logo })}
        />
        <PictureField
          kind="logo"
          id={idOf('dark_logo')}
          label={LABELS.dark_logo}
          help={
            darkLogoNote(text.dark_logo, text.logo) ??
            'Optional: the same logo, drawn for a dark background. Without it, your logo gets a white background in dark mode.'
          }
          picture={text.dark_logo}
          isForDark
          fault={faults['dark_logo_key']}
          onPicture={(dark_logo) => set({ dark_logo })}
        />
        <PictureField
          kind="hero"
          id={idOf('hero')}
          label={LABELS.hero}
          help="Shown at the top of the careers site: PNG, JPEG or WebP, at least 800 pixels wide. A photo of your own team at work says more than a stock photo."
          picture={text.hero}
          fault={faults['hero_key']}
          onPicture={(hero) => set({ hero })}
        />
        {text.hero && <HeroFields {...fields} hero={text.hero} />}
      </Stack>
    </Fieldset>
  )
}

/** Whether the color is readable as is, and which one is used if it isn't. */
function Contrast({ accent }: { accent: string }): ReactNode {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return null
  const { light, dark } = schemesFor(accent)
  const ratio = contrastOf(accent)
  const said = `Contrast on the page: ${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1.`
  const isReadable = ratio >= MIN_CONTRAST && light.brand === accent.toLowerCase()
  const used = isReadable ? `Dark mode: ${dark.brand}.` : `${MIN_CONTRAST} is needed for text, so ${light.brand} is used. Dark mode: ${dark.brand}.`
  return (
    <div>
      <Text size="sm" role="status">
        {said} {used}
      </Text>
      <div className={classes['samples']} aria-hidden="true">
        {[light, dark].map((scheme) => (
          <span key={scheme.tint} className={classes['sample']} style={{ background: scheme.brand, color: scheme['on-brand'] }}>
            Apply Now
          </span>
        ))}
      </div>
    </div>
  )
}

function HeroFields({ hero, ...fields }: Fields<BrandDraft> & { hero: Picture }): ReactNode {
  const { text, set, idOf } = fields
  const setFocus = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (at: number, length: number) => Math.min(100, Math.max(0, Math.round((at / length) * 100)))
    set({ hero_focus_x: part(event.clientX - box.left, box.width), hero_focus_y: part(event.clientY - box.top, box.height) })
  }
  return (
    <>
      <TextInput
        label={LABELS.hero_alt}
        description="For people who can't see it. Leave it empty if the picture is decoration."
        {...textField(fields, 'hero_alt')}
      />
      {/* A shortcut for pointer users; the sliders do the same. */}
      <div className={classes['focus']} onClick={setFocus} role="presentation">
        <Image src={picturePath(hero, hero.widths[0]!, 'webp')} alt="" />
        <span className={classes['point']} style={{ left: `${text.hero_focus_x}%`, top: `${text.hero_focus_y}%` }} />
      </div>
      {(['hero_focus_x', 'hero_focus_y'] as const).map((name) => (
        <div key={name}>
          <Text size="sm" fw={600} id={`${idOf(name)}-label`}>
            {LABELS[name]}
          </Text>
          <Slider thumbLabel={LABELS[name]} label={(value) => `${value}%`} value={text[name]} onChange={(value) => set({ [name]: value })} />
        </div>
      ))}
    </>
  )
}

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
function PictureField({ kind, id, label, help, picture, isForDark, fault, onPicture }: Props): ReactNode {
  const [isUploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function upload(file: File | null) {
    if (!file) return
    setUploading(true)
    setFailure(null)
    try {
      onPicture(await call(uploadPicture, { kind, picture: file }, { retries: 0 }))
    } catch (reason) {
      setFailure(errorMessage(reason))
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
