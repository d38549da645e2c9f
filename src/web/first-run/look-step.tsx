import type { ReactNode } from 'react'
import type { FirstRunSteps } from '#contract/first-run/first-run.ts'
import type { PictureKind } from '#contract/brand/brand.ts'
import type { Site } from '#contract/pages.ts'
import { Hint } from '../applications/fields/label.tsx'
import { Hero } from '../careers/hero.tsx'
import { Logo } from '../layout/logo.tsx'
import { Field, Save } from './fields.tsx'

type Props = { view: FirstRunSteps; site: Site }

/** Each part is saved separately; the island `look` shows unsaved choices in the preview. */
export function LookStep({ view, site }: Props): ReactNode {
  return (
    <>
      <Preview site={site} />
      <form method="post" action="/first-run/look">
        <Field view={view} step="look" name="accent" label="Color" type="color" hint="For buttons and links" value={site.accent} />
        <Save label="Save the color" />
      </form>
      <PictureForm kind="logo" label="Logo" hint="PNG, JPEG or WebP, at least 64 pixels wide" />
      <PictureForm kind="hero" label="Picture next to the headline" hint="PNG, JPEG or WebP, at least 800 pixels wide" />
      {view.done.owner ? (
        <p>
          To edit the wording, <a href="/admin/brand">sign in and edit the look</a>. This page stays open in this browser.
        </p>
      ) : (
        <p>
          Only owners can edit the wording, so <a href="/first-run/owner">make an address the first owner</a> first.
        </p>
      )}
    </>
  )
}

/** The top of the careers site, built from its own components. It isn't interactive, so it's a single picture to screen readers. */
function Preview({ site }: { site: Site }): ReactNode {
  return (
    <>
      <div id="look-preview" className="look-preview" data-company={site.company_name} role="img" aria-label="Preview of the careers site">
        <div inert>
          <div className="site-header">
            <div className="wrap">
              <Logo company_name={site.company_name} logo={site.logo} dark_logo={site.dark_logo} />
              <span className="button small">Apply Now</span>
            </div>
          </div>
          <Hero site={site} isPreview />
        </div>
      </div>
      <p>Candidates see a change after you save it.</p>
    </>
  )
}

function PictureForm({ kind, label, hint }: { kind: PictureKind; label: string; hint: string }): ReactNode {
  const id = `look-${kind}`
  return (
    <form method="post" action="/first-run/look-picture" encType="multipart/form-data">
      <input type="hidden" name="kind" value={kind} />
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <Hint id={id} hint={hint} />
        <input id={id} name="picture" type="file" accept="image/png,image/jpeg,image/webp" required aria-describedby={`${id}-hint`} />
      </div>
      <Save label={kind === 'logo' ? 'Save the logo' : 'Save the picture'} />
    </form>
  )
}
