import { schemesFor, type Scheme } from '#contract/brand/brand-colors.ts'
import { needsName } from '#contract/brand/needs-name.ts'

const preview = document.querySelector<HTMLElement>('#look-preview')!

/** Shows the chosen color in the preview, before it's saved. */
function showColor(accent: string): void {
  const { light, dark } = schemesFor(accent)
  for (const name of Object.keys(light) as (keyof Scheme)[]) preview.style.setProperty(`--${name}`, `light-dark(${light[name]}, ${dark[name]})`)
}

function showLogo(logo: HTMLImageElement): void {
  logo.className = 'own-logo'
  preview.querySelector('.logo')!.replaceChildren(logo, needsName(logo) ? `${preview.dataset['company']} Careers` : '')
}

function showHero(picture: HTMLImageElement): void {
  picture.className = 'hero-picture'
  const hero = preview.querySelector('.hero')!
  hero.classList.add('with-picture')
  hero.querySelector('picture, .art, .hero-picture')!.replaceWith(picture)
}

/** Shows a selected file in the preview; a file that isn't a picture is rejected on save. */
async function showPicture({ files }: HTMLInputElement, show: (picture: HTMLImageElement) => void): Promise<void> {
  const [file] = files ?? []
  if (!file) return
  const reader = new FileReader()
  reader.readAsDataURL(file)
  await new Promise((resolve) => reader.addEventListener('loadend', resolve))
  const picture = new Image()
  picture.src = String(reader.result)
  await picture.decode().then(
    () => show(picture),
    () => {},
  )
}

/** Also shows what was entered before this script ran. */
function previewOnInput(id: string, show: (field: HTMLInputElement) => void): void {
  const field = document.querySelector<HTMLInputElement>(id)!
  field.addEventListener('input', () => show(field))
  show(field)
}

previewOnInput('#look-accent', ({ value }) => showColor(value))
previewOnInput('#look-logo', (field) => void showPicture(field, showLogo))
previewOnInput('#look-hero', (field) => void showPicture(field, showHero))
